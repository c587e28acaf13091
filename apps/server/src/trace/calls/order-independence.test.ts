import type { Trace } from "@heddle/types";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Calls } from "./calls.ts";
import { CallScene } from "./testing/call-scene.ts";

let scene: CallScene;

beforeAll(async () => {
  scene = await CallScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());

const maxSteps = 6;
const hourMs = 3_600_000;

/** A clock that is ahead, in µs since 1970. */
function clockUs(aheadMs: number): () => number {
  return () => (scene.nowMs + aheadMs) * 1000;
}

/** One write to one call by one of the servers. */
type Step = readonly [
  what: "start" | "end" | "whole" | "update" | "delete",
  value: number,
  day: number,
  server: number,
];

/** The promised result of steps one after the other. */
class Model {
  #input: number | undefined;
  #output: number | undefined;
  #day = 0;
  #given: string | null = null;
  #name: string | undefined;
  #isDeleted = false;

  apply([what, value, day]: Step): void {
    if (this.#isDeleted) return;
    if (what === "start" || what === "whole") {
      this.#input = value;
      this.#day = day;
      if (value % 2 === 1) this.#given = `start ${value}`;
    }
    if (what === "end" || what === "whole") this.#output = value;
    const isKnown = this.#input !== undefined;
    if (what === "update" && isKnown) this.#name = value === 0 ? "" : `update ${value}`;
    if (what === "delete") this.#isDeleted = isKnown;
  }

  get answer(): object | undefined {
    if (this.#isDeleted || this.#input === undefined) return undefined;
    return {
      inputs: { value: this.#input },
      output: this.#output ?? null,
      started_at: `2026-0${this.#day}-01T00:00:00Z`,
      display_name: (this.#name ?? this.#given) || null,
    };
  }
}

function send(id: string, server: Calls, [what, value, day]: Step): Promise<unknown> {
  const start = {
    inputs: { value },
    started_at: `2026-0${day}-01T00:00:00Z`,
    display_name: value % 2 === 1 ? `start ${value}` : null,
  };
  switch (what) {
    case "start":
      return scene.upsert([scene.start(id, start)], server);
    case "end":
      return scene.upsert([scene.end(id, { output: value })], server);
    case "whole":
      return scene.complete([scene.completedOf(id, { ...start, output: value })], server);
    case "update":
      return scene.update(id, value === 0 ? "" : `update ${value}`, server);
    default:
      return scene.delete([id], server);
  }
}

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom("start", "start", "end", "end", "whole", "update", "delete"),
  fc.nat({ max: 9 }),
  fc.constantFrom(1, 1, 1, 2),
  fc.nat({ max: 2 }),
);

type Shown = Pick<Trace.Call, "id" | "inputs" | "output" | "started_at" | "display_name">;

/**
 * Runs the steps of many calls at the same time. Returns the stored results and the expected ones.
 */
async function outcome(
  calls: readonly (readonly [isNew: boolean, steps: readonly Step[]])[],
  serverOf: (step: Step, round: number) => Calls,
): Promise<{ shown: Shown[]; read: string[]; expected: { id: string }[] }> {
  scene.enterNewProject();
  const ids = calls.map(([isNew]) => (isNew ? scene.id(scene.nowMs) : scene.id()));
  const models = calls.map(() => new Model());
  for (let round = 0; round < maxSteps; round += 1) {
    await Promise.all(
      calls.map(async ([, steps], i) => {
        const next = steps[round];
        if (!next) return;
        await send(ids[i]!, serverOf(next, round), next);
        models[i]!.apply(next);
      }),
    );
  }
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  const expected = ids.flatMap((id, i) => {
    const answer = models[i]!.answer;
    return answer ? [{ id, ...answer }] : [];
  });
  const shown = (await scene.query()).map(
    ({ id, inputs, output, started_at, display_name }): Shown => ({
      id,
      inputs,
      output,
      started_at,
      display_name,
    }),
  );
  return {
    shown: shown.toSorted(byId),
    read: (await scene.ids({ filter: { call_ids: ids } })).toSorted(),
    expected: expected.toSorted(byId),
  };
}

const oneCall = fc.tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: maxSteps }));
const manyCalls = fc.array(oneCall, { minLength: 30, maxLength: 30 });

test("three servers leave each call once, with the values of the last writes", async () => {
  const servers = [
    scene.calls,
    scene.server({ nowUs: clockUs(-hourMs) }),
    scene.server({ nowUs: clockUs(hourMs), maxOpenBytes: 1 }),
  ];
  scene.passMinutes(1);
  await fc.assert(
    fc.asyncProperty(manyCalls, async (calls) => {
      const { shown, read, expected } = await outcome(calls, ([, , , index]) => servers[index]!);
      expect(shown).toEqual(expected);
      expect(read).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test("so does a single server, which looks up less, also after a restart and a clock change", async () => {
  await fc.assert(
    fc.asyncProperty(
      manyCalls,
      fc.array(fc.boolean(), { minLength: maxSteps }),
      async (calls, restarts) => {
        let server = scene.server({ isShared: false });
        let current = 0;
        scene.passMinutes(1);
        const { shown, read, expected } = await outcome(calls, (_, round) => {
          if (round !== current && restarts[round]) {
            const nowUs = clockUs(round % 2 === 0 ? 0 : -hourMs);
            server = scene.server({ isShared: false, nowUs });
          }
          current = round;
          return server;
        });
        expect(shown).toEqual(expected);
        expect(read).toEqual(expected.map(({ id }) => id));
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
});
