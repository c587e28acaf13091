import { Heddle } from "@heddle/client";
import { inferenceApp, int64Of, NotFound } from "@heddle/server-kit/inference";
import { expect, test } from "vitest";

const sent: unknown[] = [];
const app = inferenceApp(
  {
    chat: {
      create: ({ body }) => {
        sent.push(int64Of(body, "seed"));
        throw new NotFound("No such model");
      },
    },
  },
  { partial: true, authenticate: () => ({}), authorise: () => undefined, context: () => ({}) },
);
const heddle = new Heddle({
  baseUrl: "http://kit.test",
  fetch: (request) => app.request(request.url.replace("/inference/v1", ""), request),
});

test.each([9223372036854775807n, -9223372036854775808n, 2n ** 53n + 1n, 7])(
  "the seed %s arrives in full",
  async (seed) => {
    const question = { model: "m", messages: [{ role: "user" as const, content: "Hi" }], seed };
    const { error } = await heddle.inference.chat.create(question).result();
    expect(error?.message).toContain("No such model");
    expect(sent.at(-1)).toBe(BigInt(seed));
  },
);
