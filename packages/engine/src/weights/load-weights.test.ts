import { describe, expect, test } from "vitest";

import { Compute } from "../compute/compute.ts";
import type { EngineError } from "../errors.ts";
import { Model } from "../model/model.ts";
import { loadWeights } from "./load-weights.ts";
import { readModelFolder } from "./model-folder.ts";
import { type FloatTensor, writeSafetensors } from "./safetensors.ts";
import {
  tinyConfig,
  tinyFiles,
  tinyTensors,
  type WrittenFiles,
  writtenFolder,
} from "./testing/written-folder.ts";

const tied = { ...tinyConfig, tie_word_embeddings: true };
const indexName = "model.safetensors.index.json";

/** Reads the folder and its weights. */
function load(files: WrittenFiles): Map<string, Float32Array> {
  using folder = writtenFolder(files);
  const read = readModelFolder(folder.path);
  const model = new Model(read.shape, new Compute());
  loadWeights(read, model);
  return new Map(
    [...model.weights.names()].map((name) => [name, model.weights.floats(name).slice()]),
  );
}

function valuesOf(config: Readonly<Record<string, unknown>>): Map<string, Float32Array> {
  return new Map(
    [...tinyTensors(config)].map(([name, { values }]) => [name.replace(/^model\./u, ""), values]),
  );
}

/** The tensors in one file, changed. */
function withTensors(
  config: Readonly<Record<string, unknown>>,
  change: (tensors: Map<string, FloatTensor>) => void,
): WrittenFiles {
  const tensors = tinyTensors(config);
  change(tensors);
  return tinyFiles(config, { "model.safetensors": writeSafetensors(tensors) });
}

/** The tensors in two files beside an index. */
function sharded(
  changeIndex: (map: Record<string, unknown>) => void = () => undefined,
): WrittenFiles {
  const tensors = [...tinyTensors(tinyConfig)];
  const half = Math.floor(tensors.length / 2);
  const map: Record<string, unknown> = Object.fromEntries(
    tensors.map(([name], index) => [
      name,
      index < half ? "part-1.safetensors" : "part-2.safetensors",
    ]),
  );
  changeIndex(map);
  return tinyFiles(tinyConfig, {
    "model.safetensors": undefined,
    "part-1.safetensors": writeSafetensors(tensors.slice(0, half)),
    "part-2.safetensors": writeSafetensors(tensors.slice(half)),
    [indexName]: { metadata: {}, weight_map: map },
  });
}

describe("weights are loaded", () => {
  test.each<[string, WrittenFiles, Readonly<Record<string, unknown>>]>([
    ["from one file", tinyFiles(), tinyConfig],
    ["from shards", sharded(), tinyConfig],
    ["with a tied head", tinyFiles(tied), tied],
    [
      "with a tied head that is stored all the same",
      withTensors(tied, (tensors) =>
        tensors.set("lm_head.weight", tensors.get("model.embed_tokens.weight")!),
      ),
      tied,
    ],
    [
      "from names without the leading model",
      tinyFiles(tinyConfig, {
        "model.safetensors": writeSafetensors(
          [...tinyTensors(tinyConfig)].map(([name, tensor]) => [
            name.replace(/^model\./u, ""),
            tensor,
          ]),
        ),
      }),
      tinyConfig,
    ],
    [
      "beside rotary frequencies, which are not needed",
      withTensors(tinyConfig, (tensors) =>
        tensors.set("model.layers.0.self_attn.rotary_emb.inv_freq", {
          dtype: "F32",
          shape: [1],
          values: Float32Array.of(1),
        }),
      ),
      tinyConfig,
    ],
  ])("%s", (_, files, config) => {
    expect(load(files)).toEqual(valuesOf(config));
  });

  test("of more than one piece of reading, in each type", () => {
    // 3 MB of embeddings in F32 do not fit one piece of 1 MB.
    const config = { ...tied, vocab_size: 100_001 };
    for (const dtype of ["F32", "F16", "BF16"] as const) {
      const values = Float32Array.from({ length: 100_001 * 8 }, (_, index) => (index % 251) - 125);
      const files = withTensors(config, (tensors) =>
        tensors.set("model.embed_tokens.weight", { dtype, shape: [100_001, 8], values }),
      );
      expect(load(files).get("embed_tokens.weight")).toEqual(values);
    }
  });
});

describe("weights are refused, by file, tensor and defect:", () => {
  const norm: FloatTensor = { dtype: "F32", shape: [8], values: new Float32Array(8) };
  const normName = "model.layers.1.input_layernorm.weight";
  test.each<[string, WrittenFiles, EngineError["kind"], RegExp]>([
    [
      "no weights",
      tinyFiles(tinyConfig, { "model.safetensors": undefined }),
      "not_found",
      /neither model\.safetensors nor/u,
    ],
    [
      "weights of PyTorch's own format",
      tinyFiles(tinyConfig, { "model.safetensors": undefined, "pytorch_model.bin": "x" }),
      "not_found",
      /pytorch_model\.bin is not read/u,
    ],
    [
      "weights that are truncated",
      tinyFiles(tinyConfig, {
        "model.safetensors": (tinyFiles()["model.safetensors"] as Uint8Array).subarray(0, -1),
      }),
      "invalid",
      /model\.safetensors, tensor .*truncated/u,
    ],
    [
      "weights that are empty",
      tinyFiles(tinyConfig, { "model.safetensors": new Uint8Array(0) }),
      "invalid",
      /ends after 0 bytes/u,
    ],
    [
      "a shard that is missing",
      { ...sharded(), "part-2.safetensors": undefined },
      "not_found",
      /part-2\.safetensors cannot be opened/u,
    ],
    ["an index without a map", { ...sharded(), [indexName]: {} }, "invalid", /has no weight_map/u],
    [
      "an index that reaches out of the folder",
      sharded((map) => void (map[normName] = "../part-1.safetensors")),
      "invalid",
      /name of a safetensors file beside the index/u,
    ],
    [
      "an index with a path",
      sharded((map) => void (map[normName] = "/etc/part.safetensors")),
      "invalid",
      /beside the index/u,
    ],
    [
      "an index with another kind of file",
      sharded((map) => void (map[normName] = "part-1.bin")),
      "invalid",
      /beside the index/u,
    ],
    [
      "an index with a number",
      sharded((map) => void (map[normName] = 1)),
      "invalid",
      /beside the index/u,
    ],
    [
      "an index that names what is nowhere",
      sharded((map) => void (map["model.extra"] = "part-1.safetensors")),
      "invalid",
      /part-1\.safetensors has no tensor model\.extra/u,
    ],
    [
      "a tensor in two shards",
      { ...sharded(), "part-1.safetensors": tinyFiles()["model.safetensors"] },
      "invalid",
      /is twice in the model/u,
    ],
    [
      "a tensor that is missing",
      withTensors(tinyConfig, (tensors) => void tensors.delete(normName)),
      "invalid",
      /lacks tensors.*: layers\.1\.input_layernorm\.weight\./u,
    ],
    [
      "an untied head that is missing",
      withTensors(tinyConfig, (tensors) => void tensors.delete("lm_head.weight")),
      "invalid",
      /lacks tensors.*lm_head\.weight/u,
    ],
    [
      "a tensor that nobody asked for",
      withTensors(
        tinyConfig,
        (tensors) => void tensors.set("model.layers.0.self_attn.q_proj.bias", norm),
      ),
      "invalid",
      /does not mention: layers\.0\.self_attn\.q_proj\.bias/u,
    ],
    [
      "more layers than it speaks of",
      tinyFiles(tinyConfig, { "config.json": { ...tinyConfig, num_hidden_layers: 1 } }),
      "invalid",
      /does not mention: layers\.1\..* and 4 more/u,
    ],
    [
      "a tensor of another shape",
      withTensors(tinyConfig, (tensors) => void tensors.set(normName, { ...norm, shape: [2, 4] })),
      "invalid",
      /layers\.1\.input_layernorm\.weight: its shape is \[2, 4\]; config\.json requires \[8\]/u,
    ],
    [
      "a tied head that is another one",
      withTensors(
        tied,
        (tensors) =>
          void tensors.set("lm_head.weight", {
            ...tensors.get("model.embed_tokens.weight")!,
            values: new Float32Array(48),
          }),
      ),
      "invalid",
      /differs from the embedding.*tie_word_embeddings/u,
    ],
    [
      "a value that is NaN",
      withTensors(tinyConfig, (tensors) => tensors.get(normName)!.values.set([Number.NaN], 3)),
      "invalid",
      /tensor model\.layers\.1\.input_layernorm\.weight: value 3 is NaN/u,
    ],
    [
      "a value that is infinite",
      withTensors(tinyConfig, (tensors) => tensors.get(normName)!.values.set([-Infinity], 7)),
      "invalid",
      /value 7 is -Infinity/u,
    ],
  ])("%s", (_, files, kind, message) => {
    expect(() => load(files)).toThrow(
      expect.objectContaining({
        name: "EngineError",
        kind,
        message: expect.stringMatching(message),
      }),
    );
  });

  test("weights of integers", () => {
    const header = `{"model.norm.weight":{"dtype":"I8","shape":[8],"data_offsets":[0,8]}}`;
    const integers = new Uint8Array(8 + header.length + 8);
    integers.set([header.length], 0);
    integers.set(new TextEncoder().encode(header), 8);
    const tensors = tinyTensors(tinyConfig);
    tensors.delete("model.norm.weight");
    const map = Object.fromEntries([...tensors.keys()].map((name) => [name, "rest.safetensors"]));
    const files = tinyFiles(tinyConfig, {
      "model.safetensors": undefined,
      "rest.safetensors": writeSafetensors(tensors),
      "norm.safetensors": integers,
      [indexName]: { weight_map: { ...map, "model.norm.weight": "norm.safetensors" } },
    });
    expect(() => load(files)).toThrow(/tensor norm\.weight is stored as I8/u);
  });
});
