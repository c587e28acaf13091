import type { AccumulateResult, Datum, EngineProfile, LossSpec } from "@heddle/engine";
import {
  accumulateJointly,
  combineMetrics,
  namedPolicyLoss,
  penaliseDivergence,
  policyLoss,
  type DivergencePenalty,
  type LossTerm,
  type PenalisedData,
  type PolicyDatum,
  type PolicyOptions,
} from "@heddle/engine/losses";
import type { WorkContext } from "../../jobs/job-work.ts";

/** How the loss of a row is made. */
export interface RowLoss {
  readonly policy: PolicyOptions;
  /** Undefined where nothing is penalised. */
  readonly penalty: DivergencePenalty | undefined;
  /** Losses that the engine knows by name. */
  readonly losses: EngineProfile["losses"];
}

/** What accumulating a row found, under the weights before the step. */
export interface RowResult {
  readonly loss: number;
  /** Of the trained tokens, weighted as the loss is; undefined where the engine reports none. */
  readonly entropy: number | undefined;
  /** From the reference; undefined where nothing is penalised. */
  readonly divergence: number | undefined;
  /** [data][N] */
  readonly logprobs: readonly Float32Array[];
}

/** The sequences of a row, and their log probabilities under the reference, [data][N]; null where nothing is penalised. */
export interface ReferredRow {
  readonly data: readonly PolicyDatum[];
  readonly reference: readonly Float32Array[] | null;
}

/**
 * Adds the gradient of a row to what the next step uses. Where the loss has a name that the engine knows, and needs no
 * log probabilities of now, the engine does so in one pass; else a forward pass comes first.
 */
export function accumulateRow(
  row: ReferredRow,
  rules: RowLoss,
  context: WorkContext,
): Promise<RowResult> {
  const spec = lossByName(row.data, rules);
  return spec === null ? jointly(row, rules, context) : byName(row, spec, rules, context);
}

function lossByName(
  data: readonly PolicyDatum[],
  { policy, penalty, losses }: RowLoss,
): LossSpec | null {
  const spec = namedPolicyLoss(policy);
  if (spec === null || !losses.includes(spec.name)) return null;
  const isKnown = data.every(({ behaviourLogprobs }) => !behaviourLogprobs?.some(Number.isNaN));
  return isKnown && penalty?.source !== "current_learner" ? spec : null;
}

async function byName(
  row: ReferredRow,
  spec: LossSpec,
  rules: RowLoss,
  { engine, handle, signal }: WorkContext,
): Promise<RowResult> {
  const sampled = row.data.map(({ behaviourLogprobs }) => behaviourLogprobs ?? new Float32Array());
  const { data, divergence } = penalised(row, sampled, rules);
  const found = await engine.accumulate(handle, data.map(withoutRollout), spec, { signal });
  // Engines differ in how they reduce a loss; this one is the same on all.
  const metrics = combineMetrics(termsOf(data, found.logprobs, rules).map((term) => term.metrics));
  return resultOf(row, { ...found, metrics }, divergence);
}

async function jointly(
  row: ReferredRow,
  rules: RowLoss,
  { engine, handle, signal }: WorkContext,
): Promise<RowResult> {
  let divergence: number | undefined;
  const loss = (logprobs: readonly Float32Array[]): readonly LossTerm[] => {
    const made = penalised(row, logprobs, rules);
    divergence = made.divergence;
    return termsOf(made.data, logprobs, rules);
  };
  const found = await accumulateJointly(engine, handle, row.data, loss, { signal });
  return resultOf(row, found, divergence);
}

function penalised(
  { data, reference }: ReferredRow,
  logprobs: readonly Float32Array[],
  { penalty }: RowLoss,
): Pick<PenalisedData, "data"> & { readonly divergence: number | undefined } {
  if (penalty === undefined || reference === null) return { data, divergence: undefined };
  return penaliseDivergence(data, logprobs, reference, penalty);
}

function termsOf(
  data: readonly PolicyDatum[],
  logprobs: readonly Float32Array[],
  { policy }: RowLoss,
): readonly LossTerm[] {
  const loss = policyLoss(policy);
  return data.map((datum, index) => loss(datum, logprobs[index] ?? new Float32Array()));
}

function resultOf(
  { data }: ReferredRow,
  { logprobs, entropies, metrics }: AccumulateResult,
  divergence: number | undefined,
): RowResult {
  return {
    loss: metrics["loss:sum"] ?? 0,
    entropy: entropies && weighted(entropies, data),
    divergence,
    logprobs,
  };
}

function withoutRollout({ rolloutLogprobs: _left, ...datum }: PolicyDatum): Datum {
  return datum;
}

/** Σ w·value over all positions. */
function weighted(rows: readonly Float32Array[], data: readonly Datum[]): number {
  let sum = 0;
  for (const [index, row] of rows.entries()) {
    for (const [t, value] of row.entries()) sum += (data[index]?.weights?.[t] ?? 0) * value;
  }
  return sum;
}
