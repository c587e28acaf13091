import { afterAll, beforeAll, expect, test } from "vitest";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { Learner } from "./learner.ts";

// Two models train while sixteen people chat. What is counted are steps and streams: times are for `npm run bench`.

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
});

afterAll(() => server?.end());

const steps = 30;
const people = 16;

/** Lessons, one a step, which teach each model another answer. */
const lessons = (answer: string): readonly string[] =>
  Array.from({ length: steps }, (_, at) =>
    JSON.stringify({
      messages: [
        { role: "user", content: `Which one is number ${at}?` },
        { role: "assistant", content: `${answer} of them all, as everybody knows who counts.` },
      ],
    }),
  );

test("two models train at one pace while sixteen streams are answered to their end", async () => {
  const models = await Promise.all([Learner.create(server), Learner.create(server)]);
  const jobs = await Promise.all([
    models[0].onExamples(lessons("The first")),
    models[1].onExamples(lessons("The second")),
  ]);
  const trained = new AbortController();
  const streams = Array.from({ length: people }, async (_, who) => {
    const ends: (string | null)[] = [];
    while (!trained.signal.aborted) {
      const { pieces, end } = await models[who % 2]!.stream(`I am number ${who}. Who are you?`);
      expect(pieces).toBeGreaterThan(0);
      ends.push(end);
    }
    return ends;
  });
  // How far each job was while neither had ended.
  const seen: { readonly one: number; readonly two: number }[] = [];
  for (;;) {
    const [one, two] = await Promise.all([models[0].job(jobs[0]), models[1].job(jobs[1])]);
    if (one.finished_at !== null || two.finished_at !== null) break;
    seen.push({ one: one.completed_sequences, two: two.completed_sequences });
  }
  await Promise.all(models.map((model, at) => model.ended(jobs[at]!)));
  trained.abort();
  const ends = await Promise.all(streams);

  for (const { one, two } of seen) {
    expect(Math.abs(one - two), JSON.stringify(seen)).toBeLessThanOrEqual(steps / 4);
  }
  // Both were seen in their second half, so neither waited for the other to end.
  expect(Math.min(seen.at(-1)?.one ?? 0, seen.at(-1)?.two ?? 0)).toBeGreaterThan(steps / 2);
  for (const ofOne of ends) {
    expect(ofOne.length).toBeGreaterThan(0);
    for (const end of ofOne) expect(["stop", "length"]).toContain(end);
  }
  for (const [at, model] of models.entries()) {
    expect(await model.job(jobs[at]!)).toMatchObject({ step: 1, completed_sequences: steps });
  }
});
