import type { Datum } from "../datum.ts";
import { EngineError } from "../errors.ts";
import type { LossTerm } from "./loss-function.ts";

/** A loss that fails with `numerical` where a log-probability or anything it makes of them is not finite. */
export function onlyFinite<Sequence extends Datum>(
  name: string,
  loss: (datum: Sequence, logprobs: Float32Array) => LossTerm,
): (datum: Sequence, logprobs: Float32Array) => LossTerm {
  return (datum, logprobs) => {
    const place = logprobs.findIndex((value) => !Number.isFinite(value));
    if (place >= 0) {
      throw new EngineError("numerical", `the log-probability of position ${place} is not finite`);
    }
    const term = loss(datum, logprobs);
    const what = notFinite(term);
    if (what === null) return term;
    throw new EngineError(
      "numerical",
      `${name}: ${what} is not finite; the policies are too far apart, or advantages or weights too large`,
    );
  };
}

function notFinite(term: LossTerm): string | null {
  const place = term.gradient.findIndex((value) => !Number.isFinite(value));
  if (place >= 0) return `the derivative at position ${place}`;
  if (!Number.isFinite(term.loss)) return "the loss";
  const metric = Object.entries(term.metrics).find(([, value]) => !Number.isFinite(value));
  return metric === undefined ? null : `the metric ${metric[0]}`;
}
