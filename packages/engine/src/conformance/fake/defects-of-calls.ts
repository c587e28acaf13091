import type { Datum } from "../../datum.ts";
import type { Engine, ModelHandle, OpenModel } from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import type { EngineErrorKind } from "../../errors.ts";
import { Call } from "./call.ts";
import type { EngineDefect } from "./engine-defect.ts";
import { mapped } from "./engine-defect.ts";
import { vocabularyTokens } from "./shape.ts";
import { fakeBase } from "./profile.ts";
import { wrapped } from "./wrapped.ts";

const twoTokens: Datum = { inputTokens: Int32Array.of(1, 2), targetTokens: Int32Array.of(2, 3) };

/** What can be wrong with opening, saving, refusing, cancelling, and with calls at once. */
export const calledDefects: readonly EngineDefect[] = [
  {
    item: 1,
    says: "any base model is taken for the only one",
    wrap: (engine) => reopened(engine, (model) => ({ ...model, baseModel: fakeBase })),
  },
  {
    item: 2,
    says: "a model is reported open before it is",
    wrap: (engine) => {
      const ready = new Set<ModelHandle>();
      return wrapped(engine, {
        openModel: async (model, options) => {
          const handle = await engine.openModel(model, options);
          setImmediate(() => ready.add(handle));
          return handle;
        },
        forward: async (handle, ...call) => {
          if (!ready.has(handle)) throw new EngineError("internal", "the model is not loaded");
          return engine.forward(handle, ...call);
        },
      });
    },
  },
  {
    item: 3,
    says: "a fresh adapter is not zero",
    wrap: (engine) =>
      wrapped(engine, {
        openModel: async (model, options) => {
          const handle = await engine.openModel(model, options);
          await engine.accumulate(handle, [twoTokens], { name: "cross_entropy" });
          await engine.step(handle, { learningRate: 0.01 });
          return handle;
        },
      }),
  },
  {
    item: 4,
    says: "the seed of an adapter is ignored",
    wrap: (engine) => reopened(engine, (model) => ({ ...model, lora: { ...model.lora, seed: 1 } })),
  },
  {
    item: 25,
    says: "the optimizer is never resumed",
    wrap: (engine) =>
      reopened(engine, (model) =>
        model.resume === undefined || model.resume.from === "last-step"
          ? model
          : { ...model, resume: { ...model.resume, withOptimizer: false } },
      ),
  },
  {
    item: 25,
    says: "the optimizer is always resumed",
    wrap: (engine) =>
      reopened(engine, (model) =>
        model.resume === undefined || model.resume.from === "last-step"
          ? model
          : { ...model, resume: { ...model.resume, withOptimizer: true } },
      ),
  },
  {
    item: 26,
    says: "a checkpoint's rank overrides the one asked for",
    wrap: (engine) =>
      reopened(engine, (model) =>
        model.resume === undefined ? model : { ...model, lora: { ...model.lora, rank: 4 } },
      ),
  },
  {
    item: 27,
    says: "a name that is taken is made anew",
    wrap: (engine) =>
      wrapped(engine, {
        saveState: async (handle, name, options) => {
          const { modelKey } = handle;
          const listed = await engine.listStates(modelKey);
          const isTaken = listed.some((state) => state.name === name);
          return isTaken
            ? { kind: "checkpoint", modelKey, name }
            : engine.saveState(handle, name, options);
        },
      }),
  },
  {
    item: 37,
    says: "unknown tokens are made known ones",
    wrap: (engine) => {
      const clamped = ({ inputTokens, targetTokens }: Datum): Partial<Datum> => ({
        inputTokens: inputTokens.map((token) => Math.min(token, vocabularyTokens - 1)),
        targetTokens: targetTokens.map((token) => Math.max(token, 0)),
      });
      return wrapped(engine, {
        accumulate: (handle, data, ...call) =>
          engine.accumulate(handle, mapped(data, clamped), ...call),
      });
    },
  },
  {
    item: 37,
    says: "a batch without data is a success",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: async (handle, data, ...call) =>
          data.length === 0
            ? { logprobs: [], metrics: {} }
            : engine.accumulate(handle, data, ...call),
      }),
  },
  {
    item: 38,
    says: "a new model starts with a gradient that was left",
    wrap: (engine) =>
      wrapped(engine, {
        openModel: async (model, options) => {
          const handle = await engine.openModel(model, options);
          await engine.accumulate(handle, [twoTokens], { name: "cross_entropy" });
          return handle;
        },
      }),
  },
  {
    item: 38,
    says: "a closed model is handed to the next one",
    wrap: (engine) => {
      const closed = new Map<string, ModelHandle>();
      return wrapped(engine, {
        openModel: async (model, options) => {
          const before = closed.get(model.modelKey);
          closed.delete(model.modelKey);
          return before ?? engine.openModel(model, options);
        },
        close: async (handle) => {
          closed.set(handle.modelKey, handle);
        },
      });
    },
  },
  {
    item: 39,
    says: "numbers that are not finite are handed out",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: (handle, data, loss, options) =>
          engine.accumulate(handle, data, loss, options).catch(
            insteadOf("numerical", () => ({
              logprobs: data.map((datum) =>
                new Float32Array(datum.inputTokens.length).fill(Number.NaN),
              ),
              metrics: {},
            })),
          ),
        step: (handle, adam, options) =>
          engine
            .step(handle, adam, options)
            .catch(insteadOf("numerical", () => ({ gradientNorm: Number.NaN, step: 1 }))),
      }),
  },
  {
    item: 44,
    says: "a cancelled call goes on behind the caller's back",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: async (handle, data, loss, options) => {
          const call = new Call(options, () => true);
          call.check();
          const result = await engine.accumulate(handle, data, loss);
          call.check();
          return result;
        },
      }),
  },
  {
    item: 45,
    says: "a loss that is not there becomes another one",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: (handle, data, loss, options) =>
          engine
            .accumulate(handle, data, loss, options)
            .catch(
              insteadOf("unsupported", () =>
                engine.accumulate(handle, data, { name: "cross_entropy" }, options),
              ),
            ),
      }),
  },
  {
    item: 45,
    says: "a refusal does not name the option",
    wrap: (engine) =>
      wrapped(engine, {
        openModel: (model, options) =>
          engine.openModel(model, options).catch(
            insteadOf("unsupported", () => {
              throw new EngineError("unsupported", "not supported by this fake engine; try again");
            }),
          ),
      }),
  },
  {
    item: 46,
    says: "a step overtakes the accumulate before it",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: async (...call) => {
          await new Call(undefined, () => true).turn();
          return engine.accumulate(...call);
        },
      }),
  },
];

function reopened(engine: Engine, change: (model: OpenModel) => OpenModel): Engine {
  return wrapped(engine, {
    openModel: (model, options) => engine.openModel(change(model), options),
  });
}

/** What to do about errors of one kind; all others go on. */
function insteadOf<T>(kind: EngineErrorKind, result: () => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof EngineError && error.kind === kind) return result();
    throw error;
  };
}
