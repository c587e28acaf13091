import { expect, it } from "vitest";

import type { CachedPositions } from "./decoder.ts";
import { newSequence, type Sequence, type SequenceState } from "./sequence.ts";
import { StepPlan } from "./step-plan.ts";
import { TokenBuffer } from "./token-buffer.ts";

const cached: CachedPositions = {
  reserve: () => true,
  fork: () => cached,
  truncate: () => {},
  release: () => {},
};

function sequenceOf(
  length: number,
  options: { adapter?: string; computed?: number; wantsFrom?: number; state?: SequenceState } = {},
): Sequence<string> {
  const { adapter = null, computed = 0, wantsFrom = length - 1, state = "ready" } = options;
  const work = {
    priority: 0,
    arrival: 0,
    adapter,
    space: "",
    state: () => state,
    admitted: () => {},
    logits: () => {},
    failed: () => {},
  };
  const sequence = newSequence<string>(work, new TokenBuffer(new Int32Array(length)), wantsFrom);
  sequence.cached = cached;
  sequence.computed = computed;
  return sequence;
}

it.each<[string, Sequence<string>, number]>([
  ["a whole prompt that fits", sequenceOf(10), 10],
  ["as much of a prompt as there is room for", sequenceOf(100), 32],
  ["the next token, whatever the room", sequenceOf(9, { computed: 8 }), 1],
  ["all but the last token while its mask is awaited", sequenceOf(10, { state: "mask" }), 9],
  [
    "nothing of a sequence that only awaits its mask",
    sequenceOf(9, { computed: 8, state: "mask" }),
    0,
  ],
  ["nothing of a paused sequence", sequenceOf(10, { state: "paused" }), 0],
  ["no more logits than memory is set aside for", sequenceOf(30, { wantsFrom: 5 }), 5 + 4],
])("takes %s", (_, sequence, rows) => {
  expect(new StepPlan<string>(32, 1e6).rowsFor(sequence)).toBe(rows);
});

it("leaves room for prompts and their logits, however many sequences go on", () => {
  const plan = new StepPlan<string>(32, 1e6);
  for (let count = 0; count < 100; count += 1) plan.add(sequenceOf(9, { computed: 8 }), 1);
  const prompts = [sequenceOf(12), sequenceOf(12)];
  const taken = prompts.map((prompt) => {
    const rows = plan.rowsFor(prompt);
    plan.add(prompt, rows);
    return rows;
  });
  expect(taken).toEqual([12, 4]);
  expect(plan.hasRoom).toBe(false);
});

it("takes no more sequences that go on than their logits have memory", () => {
  const plan = new StepPlan<string>(32, 1e6);
  const rows = Array.from({ length: 20 }, () => {
    const sequence = sequenceOf(9, { computed: 8 });
    const taken = plan.rowsFor(sequence);
    if (taken > 0) plan.add(sequence, taken);
    return taken;
  });
  expect(rows).toEqual(rows.map((_, at) => (at < 16 ? 1 : 0)));
});

it("puts the rows of one adapter together and names the logits in the order of the rows", () => {
  const plan = new StepPlan<string>(32, 260);
  const sequences = ["a", "b", "a"].map((adapter) => sequenceOf(2, { adapter }));
  for (const sequence of sequences) plan.add(sequence, 2);
  const { rows, wanted } = plan.rows();
  expect(rows.map(({ adapter, position }) => `${adapter}${position}`)).toEqual([
    "a0",
    "a1",
    "a0",
    "a1",
    "b0",
    "b1",
  ]);
  expect(wanted.map(({ sequence }) => sequences.indexOf(sequence))).toEqual([0, 2, 1]);
});
