import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, completionOf, errorOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";
import { neighbour } from "../testing/neighbour.ts";
import { writeTinyModel } from "../testing/tiny-models.ts";

/**
 * What a neighbour may wait: the 0.7 s after which a template is given up, and its own answer from the
 * thread that stands in. On a busy machine all takes longer, by as much as a few usual answers.
 */
const neighbourMs = 900;
const busyAnswers = 5;
/** The same where nothing says how busy the machine is. */
const busyNeighbourMs = 3_000;

const templates: Readonly<Record<string, string>> = {
  endless: "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}",
  hungry:
    "{% set ns = namespace(x=[]) %}{% for i in range(100000) %}{% set ns.x = [ns.x, range(1000)] %}{% endfor %}",
  long: "{% for i in range(100000) %}{{ messages }}{% endfor %}",
  doubling:
    "{% set ns = namespace(x='x') %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x }}",
  recursive: "{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}",
  broken: "{% for message in messages %}",
  escaping: "{{ messages.constructor.constructor('return process.env')() }}",
};

let server: ChatServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-templates-"));
  const entries = Object.entries(templates).map(([name, chatTemplate]) => {
    const model = writeTinyModel(join(folder, name), { chatTemplate });
    return `test/${name}=${model}`;
  });
  server = await chatServer({ env: { HEDDLE_MODELS: entries.join(",") } });
  await ask(server);
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test.each(Object.keys(templates))(
  "a template that is %s fails alone, and a neighbour does not wait",
  async (name) => {
    const beside = neighbour(server);
    const answer = await ask(server, { model: `test/${name}`, max_tokens: 2 });
    const waitedMs = await beside.stop();
    expect(answer.status).toBe(400);
    expect(errorOf(answer).message).toMatch(/.../);
    expect(answer.text).not.toContain("PATH");
    expect(waitedMs).toBeLessThan(busyNeighbourMs);
    completionOf(await ask(server));
  },
);

test("a neighbour of a template without end waits less than a second", async () => {
  const over: number[] = [];
  for (let round = 0; round < 5 && !over.some((ms) => ms < 0); round += 1) {
    const undisturbed = neighbour(server);
    await sleep(300);
    const usualMs = await undisturbed.stop();
    const beside = neighbour(server);
    const answer = await ask(server, { model: "test/endless", max_tokens: 2 });
    expect(errorOf(answer).message).toContain("rendering the chat template took longer than 0.7 s");
    over.push((await beside.stop()) - (neighbourMs + busyAnswers * usualMs));
  }
  expect(Math.min(...over)).toBeLessThan(0);
});
