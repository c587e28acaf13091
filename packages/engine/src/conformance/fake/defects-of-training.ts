import type { LossSpec } from "../../datum.ts";
import {
  nudged,
  opposed,
  repeatsSteps,
  replacesGradients,
  respecified,
  reweighed,
  scaled,
  withoutBehaviour,
} from "./changed-training.ts";
import type { EngineDefect } from "./engine-defect.ts";
import { mapped } from "./engine-defect.ts";
import { wrapped } from "./wrapped.ts";

const crossEntropy: LossSpec = { name: "cross_entropy" };

/** What can be wrong with forward, gradients, losses and steps. */
export const trainingDefects: readonly EngineDefect[] = [
  {
    item: 5,
    says: "targets are scored as the inputs they come from",
    wrap: (engine) =>
      wrapped(engine, {
        forward: (handle, data, options) =>
          engine.forward(
            handle,
            mapped(data, ({ inputTokens }) => ({ targetTokens: inputTokens })),
            options,
          ),
      }),
  },
  {
    item: 6,
    says: "forward leaves a gradient",
    wrap: (engine) =>
      wrapped(engine, {
        forward: (handle, data, options) => engine.accumulate(handle, data, crossEntropy, options),
      }),
  },
  {
    item: 6,
    says: "forward is never twice the same",
    wrap: (engine) => {
      let calls = 0;
      return wrapped(engine, {
        forward: async (...call) => {
          calls += 1;
          const { logprobs } = await engine.forward(...call);
          return { logprobs: logprobs.map((row) => row.map((value) => value - calls * 1e-6)) };
        },
      });
    },
  },
  {
    item: 7,
    says: "accumulate steps at once",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: async (handle, data, loss, options) => {
          const result = await engine.accumulate(handle, data, loss, options);
          await engine.step(handle, { learningRate: 0.05 });
          return result;
        },
      }),
  },
  {
    item: 8,
    says: "the learning rate is lost on the way",
    wrap: (engine) =>
      wrapped(engine, {
        step: (handle, adam, options) =>
          engine.step(handle, { ...adam, learningRate: 1e-9 }, options),
      }),
  },
  {
    item: 9,
    says: "a weight of 0 counts as left out",
    wrap: (engine) => reweighed(engine, ({ weights }) => weights?.map((weight) => weight || 1)),
  },
  {
    item: 10,
    says: "the loss is a mean over weights",
    wrap: (engine) =>
      reweighed(engine, ({ inputTokens, weights }) => {
        const given = weights ?? new Float32Array(inputTokens.length).fill(1);
        const sum = given.reduce((total, weight) => total + Math.abs(weight), 0) || 1;
        return given.map((weight) => weight / sum);
      }),
  },
  {
    item: 11,
    says: "the loss is a mean over the sequences of a call",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: (handle, data, loss, options) =>
          engine.accumulate(
            handle,
            mapped(data, (datum) => ({ weights: scaled(datum, 1 / data.length) })),
            loss,
            options,
          ),
      }),
  },
  {
    item: 11,
    says: "a sequence that comes alone pushes the other way",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: (handle, data, loss, options) => {
          const factor = data.length === 1 ? -1 : 1;
          const pushed = mapped(data, (datum) => ({ weights: scaled(datum, factor) }));
          return engine.accumulate(handle, pushed, loss, options);
        },
      }),
  },
  {
    item: 12,
    says: "results come in the order of their lengths",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: async (handle, data, loss, options) => {
          const result = await engine.accumulate(handle, data, loss, options);
          return { ...result, logprobs: result.logprobs.toSorted((a, b) => a.length - b.length) };
        },
      }),
  },
  {
    item: 13,
    says: "a second accumulate replaces the first",
    wrap: replacesGradients,
  },
  {
    item: 14,
    says: "a step without a gradient repeats the last one",
    wrap: repeatsSteps,
  },
  {
    item: 15,
    says: "behaviour log-probabilities are taken for 0",
    wrap: (engine) => respecified(engine, "importance_sampling", (loss) => loss, withoutBehaviour),
  },
  {
    item: 15,
    says: "advantages push the other way",
    wrap: (engine) => respecified(engine, "importance_sampling", (loss) => loss, opposed),
  },
  {
    item: 16,
    says: "ppo does not clip",
    wrap: (engine) => respecified(engine, "ppo", () => ({ name: "importance_sampling" })),
  },
  {
    item: 17,
    says: "clip bounds are taken for distances from 1",
    wrap: (engine) =>
      respecified(engine, "ppo", (loss) => ({
        ...loss,
        clipLow: 0.2,
        clipHigh: 1 + loss.clipHigh,
      })),
  },
  {
    item: 17,
    says: "bounds of cispo are the engine's own",
    wrap: (engine) =>
      respecified(engine, "cispo", (loss) => ({ ...loss, clipLow: 0, clipHigh: 4 })),
  },
  {
    item: 18,
    says: "cispo loses the gradient above its bound",
    wrap: (engine) => respecified(engine, "cispo", (loss) => ({ ...loss, name: "ppo" })),
  },
  {
    item: 19,
    says: "negative weights count as 0",
    wrap: (engine) =>
      reweighed(engine, ({ weights }) => weights?.map((weight) => Math.max(0, weight))),
  },
  {
    item: 22,
    says: "positions with advantage 0 get a little",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: (handle, data, loss, options) =>
          engine.accumulate(handle, mapped(data, nudged), loss, options),
      }),
  },
  {
    item: 49,
    says: "entropies are those of the targets alone",
    wrap: (engine) =>
      wrapped(engine, {
        forward: async (...call) => {
          const result = await engine.forward(...call);
          return { ...result, entropies: result.logprobs.map((row) => row.map((p) => -p)) };
        },
      }),
  },
  {
    item: 49,
    says: "accumulate reports none",
    wrap: (engine) =>
      wrapped(engine, {
        accumulate: async (...call) => {
          const { logprobs, metrics } = await engine.accumulate(...call);
          return { logprobs, metrics };
        },
      }),
  },
  {
    item: 23,
    says: "a learning rate of 0 counts as left out",
    wrap: (engine) =>
      wrapped(engine, {
        step: (handle, adam, options) =>
          engine.step(handle, { ...adam, learningRate: adam.learningRate || 1e-4 }, options),
      }),
  },
  ...(["betas", "epsilon", "weightDecay", "clipNorm"] as const).map((name): EngineDefect => ({
    item: 24,
    says: `${name} is ignored`,
    wrap: (engine) =>
      wrapped(engine, {
        step: (handle, { [name]: _ignored, ...adam }, options) =>
          engine.step(handle, adam, options),
      }),
  })),
];
