import type { Datum, LossSpec } from "../../datum.ts";
import type { Engine, ModelHandle } from "../../engine.ts";
import { mapped } from "./engine-defect.ts";
import { wrapped } from "./wrapped.ts";

const crossEntropy: LossSpec = { name: "cross_entropy" };

/** Weights times a factor. */
export function scaled({ inputTokens, weights }: Datum, factor: number): Float32Array {
  const given = weights ?? new Float32Array(inputTokens.length).fill(1);
  return given.map((weight) => weight * factor);
}

/** Behaviour log-probabilities of 0. */
export function withoutBehaviour({ inputTokens }: Datum): Partial<Datum> {
  return { behaviourLogprobs: new Float32Array(inputTokens.length) };
}

/** Advantages of the other sign. */
export function opposed({ advantages }: Datum): Partial<Datum> {
  return advantages === undefined ? {} : { advantages: advantages.map((value) => -value) };
}

/** Advantages of 0 that are not. */
export function nudged({ advantages }: Datum): Partial<Datum> {
  return advantages === undefined ? {} : { advantages: advantages.map((value) => value || 0.01) };
}

/** Other weights in every accumulate, where there are any. */
export function reweighed(
  engine: Engine,
  weightsOf: (datum: Datum) => Float32Array | undefined,
): Engine {
  return wrapped(engine, {
    accumulate: (handle, data, loss, options) => {
      const changed = mapped(data, (datum) => {
        const weights = weightsOf(datum);
        return weights === undefined ? {} : { weights };
      });
      return engine.accumulate(handle, changed, loss, options);
    },
  });
}

/** Another loss, or other options, wherever one of a name is asked for. */
export function respecified<Name extends LossSpec["name"]>(
  engine: Engine,
  name: Name,
  change: (loss: LossSpec & { readonly name: Name }) => LossSpec,
  changeDatum: (datum: Datum) => Partial<Datum> = () => ({}),
): Engine {
  const isIt = (loss: LossSpec): loss is LossSpec & { readonly name: Name } => loss.name === name;
  return wrapped(engine, {
    accumulate: (handle, data, loss, options) =>
      isIt(loss)
        ? engine.accumulate(handle, mapped(data, changeDatum), change(loss), options)
        : engine.accumulate(handle, data, loss, options),
  });
}

/** An accumulate counts only when it is the first before a step. */
export function replacesGradients(engine: Engine): Engine {
  const pending = new Set<string>();
  return wrapped(engine, {
    accumulate: (handle, data, loss, options) => {
      const isSecond = pending.has(handle.modelKey);
      pending.add(handle.modelKey);
      const kept = isSecond ? mapped(data, (datum) => ({ weights: scaled(datum, 0) })) : data;
      return engine.accumulate(handle, kept, loss, options);
    },
    step: (handle, adam, options) => {
      pending.delete(handle.modelKey);
      return engine.step(handle, adam, options);
    },
  });
}

/** A step without a gradient takes that of the step before. */
export function repeatsSteps(engine: Engine): Engine {
  const last = new Map<string, { data: readonly Datum[]; isNew: boolean }>();
  const again = async (handle: ModelHandle): Promise<void> => {
    const before = last.get(handle.modelKey);
    if (before?.isNew === false) await engine.accumulate(handle, before.data, crossEntropy);
    if (before !== undefined) before.isNew = false;
  };
  return wrapped(engine, {
    accumulate: (handle, data, loss, options) => {
      last.set(handle.modelKey, { data, isNew: true });
      return engine.accumulate(handle, data, loss, options);
    },
    step: async (handle, adam, options) => {
      await again(handle);
      return engine.step(handle, adam, options);
    },
  });
}
