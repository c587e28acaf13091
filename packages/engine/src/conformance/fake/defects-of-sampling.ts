import type { Engine, ModelHandle, SamplerRef, SamplingTarget } from "../../engine.ts";
import type { SampleEvent, SampleRequest } from "../../sampling.ts";
import type { EngineDefect } from "./engine-defect.ts";
import { endToken } from "./shape.ts";
import { wrapped } from "./wrapped.ts";

/** What can be wrong with samplers, samples and scores. */
export const samplingDefects: readonly EngineDefect[] = [
  {
    item: 28,
    says: "a sampler is the model as it is now",
    wrap: servesTheNewest,
  },
  {
    item: 28,
    says: "a retired sampler goes on serving",
    wrap: (engine) => wrapped(engine, { retire: async () => undefined }),
  },
  {
    item: 29,
    says: "a sample takes a step of what is trained",
    wrap: (engine) => {
      const handles: ModelHandle[] = [];
      return wrapped(engine, {
        openModel: async (model, options) => {
          const handle = await engine.openModel(model, options);
          handles.push(handle);
          return handle;
        },
        async *sample(target, request, options) {
          for (const handle of handles) {
            const { prompt } = request;
            const data = [{ inputTokens: prompt, targetTokens: prompt }];
            await engine.accumulate(handle, data, { name: "cross_entropy" });
            await engine.step(handle, { learningRate: 0.01 });
          }
          yield* engine.sample(target, request, options);
        },
      });
    },
  },
  {
    item: 30,
    says: "all versions of a model are its first one",
    wrap: (engine) => {
      const first = new Map<string, SamplerRef>();
      return wrapped(engine, {
        publish: async (handle, version, options) => {
          const sampler = await engine.publish(handle, version, options);
          if (!first.has(handle.modelKey)) first.set(handle.modelKey, sampler);
          return sampler;
        },
        score: (target, tokens, options) => {
          const served =
            target.kind === "sampler" ? (first.get(target.modelKey) ?? target) : target;
          return engine.score(served, tokens, options);
        },
      });
    },
  },
  {
    item: 31,
    says: "the export names no target modules",
    wrap: (engine) =>
      wrapped(engine, {
        async *exportAdapter(sampler, options) {
          for await (const file of engine.exportAdapter(sampler, options)) {
            const text = file.name.endsWith(".json") ? new TextDecoder().decode(file.bytes) : null;
            const emptied = text?.replace('["lm_head"]', "null");
            yield emptied === undefined
              ? file
              : { name: file.name, bytes: new TextEncoder().encode(emptied) };
          }
        },
      }),
  },
  {
    item: 31,
    says: "the export has other numbers than the sampler",
    wrap: (engine) =>
      wrapped(engine, {
        async *exportAdapter(sampler, options) {
          for await (const { name, bytes } of engine.exportAdapter(sampler, options)) {
            const isConfig = name.endsWith(".json");
            yield { name, bytes: isConfig ? bytes : withLastFloats(bytes, 40, 3) };
          }
        },
      }),
  },
  {
    item: 48,
    says: "an imported adapter has other numbers",
    wrap: (engine) =>
      wrapped(engine, {
        importAdapter: (adapter, options) => {
          const files = adapter.files.map(({ name, bytes }) =>
            name.endsWith(".json")
              ? { name, bytes }
              : { name, bytes: withLastFloats(bytes, 40, 3) },
          );
          return engine.importAdapter({ ...adapter, files }, options);
        },
      }),
  },
  {
    item: 32,
    says: "the stop token is left out",
    wrap: (engine) =>
      changedEvents(engine, (event, { stopTokens = [] }) =>
        event.kind === "tokens" && event.tokens.some((token) => stopTokens.includes(token))
          ? { ...event, tokens: [], logprobs: [] }
          : event,
      ),
  },
  {
    item: 32,
    says: "a stop string is reported as the end",
    wrap: (engine) =>
      changedEvents(engine, (event) =>
        event.kind === "end" && event.stop.reason === "stop_string"
          ? { ...event, stop: { reason: "end" } }
          : event,
      ),
  },
  {
    item: 32,
    says: "maxTokens is one too few",
    wrap: (engine) => changedRequests(engine, ({ maxTokens }) => ({ maxTokens: maxTokens + 1 })),
  },
  {
    item: 33,
    says: "the end token is left out",
    wrap: (engine) =>
      changedEvents(engine, (event) =>
        event.kind === "tokens" && event.tokens.includes(endToken)
          ? { ...event, tokens: [], logprobs: [] }
          : event,
      ),
  },
  {
    item: 33,
    says: "the end stops only when asked for",
    wrap: (engine) => changedRequests(engine, () => ({ ignoreEnd: true })),
  },
  {
    item: 34,
    says: "the seed is ignored",
    wrap: (engine) => {
      let draws = 0;
      return changedRequests(engine, () => {
        draws += 1;
        return { seed: draws };
      });
    },
  },
  {
    item: 34,
    says: "all completions of a request are one",
    wrap: (engine) =>
      wrapped(engine, {
        async *sample(target, request, options) {
          for await (const event of engine.sample(target, { ...request, n: 1 }, options)) {
            if (event.kind === "prompt") yield event;
            else
              for (let index = 0; index < (request.n ?? 1); index += 1) yield { ...event, index };
          }
        },
      }),
  },
  {
    item: 35,
    says: "log-probabilities are those after the temperature",
    wrap: (engine) =>
      changedEvents(engine, (event, { temperature = 1 }) =>
        event.kind === "tokens"
          ? { ...event, logprobs: event.logprobs.map((logprob) => logprob / (temperature || 1)) }
          : event,
      ),
  },
  {
    item: 36,
    says: "score leaves out the first entry",
    wrap: (engine) =>
      wrapped(engine, {
        score: async (...call) => (await engine.score(...call)).slice(1),
      }),
  },
  {
    item: 36,
    says: "score makes up a number for the first token",
    wrap: (engine) =>
      wrapped(engine, {
        score: async (...call) => (await engine.score(...call)).map((value) => value ?? 0),
      }),
  },
];

/** Every score is of a version published for it; `now-…` is a name that the suite does not use. */
function servesTheNewest(engine: Engine): Engine {
  const handles = new Map<string, ModelHandle>();
  let versions = 0;
  return wrapped(engine, {
    publish: (handle, version, options) => {
      handles.set(handle.modelKey, handle);
      return engine.publish(handle, version, options);
    },
    close: (handle, options) => {
      handles.delete(handle.modelKey);
      return engine.close(handle, options);
    },
    score: async (target: SamplingTarget, tokens, options) => {
      const handle = target.kind === "sampler" ? handles.get(target.modelKey) : undefined;
      if (handle === undefined) return engine.score(target, tokens, options);
      versions += 1;
      return engine.score(await engine.publish(handle, `now-${versions}`), tokens, options);
    },
  });
}

function changedRequests(
  engine: Engine,
  change: (request: SampleRequest) => Partial<SampleRequest>,
): Engine {
  return wrapped(engine, {
    sample: (target, request, options) =>
      engine.sample(target, { ...request, ...change(request) }, options),
  });
}

function changedEvents(
  engine: Engine,
  change: (event: SampleEvent, request: SampleRequest) => SampleEvent,
): Engine {
  return wrapped(engine, {
    async *sample(target, request, options) {
      for await (const event of engine.sample(target, request, options))
        yield change(event, request);
    },
  });
}

/** The end of the file lies in B: other numbers in the same layout. */
function withLastFloats(bytes: Uint8Array, count: number, factor: number): Uint8Array {
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  for (let i = 1; i <= count; i += 1) {
    const place = changed.length - 4 * i;
    view.setFloat32(place, view.getFloat32(place, true) * factor, true);
  }
  return changed;
}
