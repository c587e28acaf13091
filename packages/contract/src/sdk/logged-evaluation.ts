import { expect } from "vitest";
import type { ReadCall, ReadFeedback, TraceReader } from "./trace-reader.ts";

const scorers = ["fair", "share"] as const;

/** The scores that `programs/evaluation-logger.ts` gives to a prediction. */
function scoresOf(index: number): Readonly<Record<(typeof scorers)[number], unknown>> {
  return { fair: index % 4 !== 0, share: index / 20 };
}

/**
 * Checks all that `programs/evaluation-logger.ts` has left in a project, call by call. Returns the
 * number of predictions.
 */
export async function expectLoggedEvaluation(
  reader: TraceReader,
  project: string,
): Promise<number> {
  const calls = await reader.calls({ include_feedback: true });
  const feedback = await reader.feedback();
  const named = (name: string): ReadCall[] =>
    calls.filter(({ op_name }) => op_name.includes(`/op/${name}:`));
  const callRef = (id: string): string => `weave:///${project}/call/${id}`;

  const [root, ...moreRoots] = named("Evaluation.evaluate");
  expect(moreRoots).toEqual([]);
  // 0.05 × (0 + … + 19) / 20
  const summary = {
    fair: { true_count: 15, true_fraction: 0.75 },
    share: { mean: expect.closeTo(0.475, 12) as number },
  };
  expect(root?.output).toEqual(summary);
  expect(named("Evaluation.summarize").map(({ output }) => output)).toEqual([summary]);

  const trials = named("Evaluation.predict_and_score");
  const indexes = trials.map(({ inputs }) => (inputs["example"] as { index: number }).index);
  expect(indexes.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  );
  // Nothing is there twice: one root, one summary, and four calls for each prediction.
  expect(calls).toHaveLength(2 + 20 * 4);
  expect(feedback).toHaveLength(20 * 2);

  for (const trial of trials) {
    const { index } = trial.inputs["example"] as { index: number };
    const scores = scoresOf(index);
    expect(trial.output).toEqual({ output: `WORD ${index}`, scores });
    const children = calls.filter(({ parent_id }) => parent_id === trial.id);
    const predict = children.find(({ op_name }) => op_name.includes("/op/Model.predict:"));
    expect(children).toHaveLength(3);
    expect(predict?.output).toBe(`WORD ${index}`);

    const given = feedback.filter(({ weave_ref }) => weave_ref === callRef(predict?.id ?? ""));
    expect(given.map(({ feedback_type }) => feedback_type).sort()).toEqual(
      scorers.map((name) => `wandb.runnable.${name}`),
    );
    for (const name of scorers) {
      const scored = children.find(({ op_name }) => op_name.includes(`/op/${name}.score:`));
      expect(scored?.output).toEqual(scores[name]);
      const piece = given.find(({ feedback_type }) => feedback_type === `wandb.runnable.${name}`);
      await expectScore(reader, piece, scores[name], callRef(scored?.id ?? ""));
    }
    expect(byId(predict?.summary.weave.feedback ?? [])).toEqual(
      byId(given).map((one) => expect.objectContaining(shown(one)) as object),
    );
  }
  return trials.length;
}

async function expectScore(
  reader: TraceReader,
  piece: ReadFeedback | undefined,
  output: unknown,
  call_ref: string,
): Promise<void> {
  expect(piece).toMatchObject({ payload: { output }, call_ref });
  const scorer = await reader.object(piece?.runnable_ref ?? "");
  expect(`wandb.runnable.${scorer.object_id}`).toBe(piece?.feedback_type);
  expect(scorer.base_object_class).toBe("Scorer");
}

function byId<One extends { readonly id: string }>(pieces: readonly One[]): One[] {
  return [...pieces].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The members of feedback that a call shows. */
function shown({
  id,
  feedback_type,
  weave_ref,
  payload,
  runnable_ref,
  call_ref,
}: ReadFeedback): object {
  return { id, feedback_type, weave_ref, payload, runnable_ref, call_ref };
}
