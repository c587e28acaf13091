import { expect, test } from "vitest";
import type { ChatRequest } from "../requests/chat-request.ts";
import { drawing } from "./temperature.ts";

const asked = (fields: object): ChatRequest => ({
  model: "m",
  messages: [{ role: "user", content: "hello" }],
  ...fields,
});
const greedy = { temperature: 0, topP: 0.9 };

test.each<[name: string, fields: object, temperature: number]>([
  ["the request counts first", { temperature: 0.7 }, 0.7],
  ["then what the makers propose", {}, 0],
  ["null is left out", { temperature: null }, 0],
  ["several choices are drawn, so that they differ", { n: 3 }, 1],
  ["several choices at the asked temperature", { n: 3, temperature: 0 }, 0],
  ["beams differ by themselves", { n: 3, use_beam_search: true }, 0],
  ["what is nearly 0 is 0", { temperature: 0.000001 }, 0],
  ["what is a little more is raised", { temperature: 0.001 }, 0.01],
])("%s", (_, fields, temperature) => {
  expect(drawing(asked(fields), greedy).temperature).toBe(temperature);
});

test("the filters of the makers go with their temperature, and with ours", () => {
  expect(drawing(asked({ n: 2 }), greedy)).toEqual({ temperature: 1, topP: 0.9, topK: 0, minP: 0 });
  expect(drawing(asked({}), { topK: 20 })).toEqual({ temperature: 1, topP: 1, topK: 20, minP: 0 });
  expect(drawing(asked({}), greedy)).toEqual({ temperature: 0 });
});
