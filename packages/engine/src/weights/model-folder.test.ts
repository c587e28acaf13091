import { symlinkSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { Compute } from "../compute/compute.ts";
import { EngineError } from "../errors.ts";
import { Model } from "../model/model.ts";
import { loadWeights } from "./load-weights.ts";
import { readModelFolder } from "./model-folder.ts";
import {
  tinyConfig,
  tinyFiles,
  type WrittenFiles,
  writtenFolder,
} from "./testing/written-folder.ts";

describe("a folder tells", () => {
  const tokenizer = {
    model: { type: "BPE", vocab: { a: 0, b: 1 } },
    added_tokens: [{ id: 4, content: "<|end|>", special: true }],
  };

  test.each<[string, WrittenFiles, readonly number[]]>([
    ["of the generation defaults", { "generation_config.json": { eos_token_id: [3, 4] } }, [3, 4]],
    ["of the configuration", { "config.json": { ...tinyConfig, eos_token_id: 2 } }, [2]],
    [
      "of both, the first",
      {
        "generation_config.json": { eos_token_id: 5 },
        "config.json": { ...tinyConfig, eos_token_id: 2 },
      },
      [5],
    ],
    ["of the tokenizer", { "tokenizer_config.json": { eos_token: "<|end|>" } }, [4]],
    [
      "of the tokenizer, written out",
      { "tokenizer_config.json": { eos_token: { content: "<|end|>" } } },
      [4],
    ],
    [
      "of the defaults and the tokenizer, each once",
      {
        "generation_config.json": { eos_token_id: [3, 4] },
        "config.json": { ...tinyConfig, eos_token_id: 2 },
        "tokenizer_config.json": { eos_token: "<|end|>" },
      },
      [3, 4],
    ],
    [
      "of the configuration and the tokenizer",
      {
        "config.json": { ...tinyConfig, eos_token_id: 2 },
        "tokenizer_config.json": { eos_token: "<|end|>" },
      },
      [2, 4],
    ],
    ["of none", {}, []],
  ])("end tokens: those %s", (_, others, expected) => {
    using folder = writtenFolder(tinyFiles(tinyConfig, { "tokenizer.json": tokenizer, ...others }));
    expect(readModelFolder(folder.path).endTokens).toEqual(expected);
  });

  test.each<[string, Record<string, unknown>, object]>([
    [
      "all of them",
      {
        temperature: 0.6,
        top_p: 0.9,
        top_k: 20,
        min_p: 0.1,
        repetition_penalty: 1.1,
        max_new_tokens: 7,
        do_sample: true,
      },
      { temperature: 0.6, topP: 0.9, topK: 20, minP: 0.1, repetitionPenalty: 1.1, maxTokens: 7 },
    ],
    ["the likeliest token", { do_sample: false }, { temperature: 0 }],
    ["nothing", { pad_token_id: 0 }, {}],
  ])("how it is sampled by default: %s", (_, generation, expected) => {
    using folder = writtenFolder(tinyFiles(tinyConfig, { "generation_config.json": generation }));
    expect(readModelFolder(folder.path).generationDefaults).toEqual(expected);
  });

  test("its text files as they stand there", () => {
    using folder = writtenFolder(
      tinyFiles(tinyConfig, {
        "tokenizer.json": tokenizer,
        "tokenizer_config.json": "{ }",
        "chat_template.jinja": "{{ messages }}\n",
      }),
    );
    expect(readModelFolder(folder.path).text).toEqual({
      tokenizerJson: JSON.stringify(tokenizer),
      tokenizerConfig: "{ }",
      chatTemplate: "{{ messages }}\n",
      vocabularyTokens: 5,
    });
  });
});

describe("a folder is refused, by file and defect:", () => {
  test.each<[string, WrittenFiles, EngineError["kind"], RegExp]>([
    [
      "no configuration",
      tinyFiles(tinyConfig, { "config.json": undefined }),
      "not_found",
      /config\.json does not exist/u,
    ],
    [
      "a configuration that is no JSON",
      tinyFiles(tinyConfig, { "config.json": "{" }),
      "invalid",
      /config\.json is not JSON/u,
    ],
    [
      "a configuration that is a list",
      tinyFiles(tinyConfig, { "config.json": "[]" }),
      "invalid",
      /config\.json is not a JSON object/u,
    ],
    [
      "a configuration that is no UTF-8",
      tinyFiles(tinyConfig, { "config.json": Uint8Array.of(0x7b, 0xff) }),
      "invalid",
      /config\.json is not UTF-8/u,
    ],
    [
      "no tokenizer",
      tinyFiles(tinyConfig, { "tokenizer.json": undefined }),
      "not_found",
      /tokenizer\.json does not exist/u,
    ],
    [
      "a tokenizer of another model",
      tinyFiles(tinyConfig, { "tokenizer.json": { model: { vocab: { a: 6 } } } }),
      "invalid",
      /ids up to 6.*embeddings for 6.*different models/u,
    ],
    [
      "an added token beyond the embeddings",
      tinyFiles(tinyConfig, {
        "tokenizer.json": { model: { vocab: {} }, added_tokens: [{ id: 9, content: "x" }] },
      }),
      "invalid",
      /ids up to 9/u,
    ],
    [
      "generation defaults that are none",
      tinyFiles(tinyConfig, { "generation_config.json": { temperature: "hot" } }),
      "invalid",
      /temperature is "hot"/u,
    ],
  ])("%s", (_, files, kind, message) => {
    using folder = writtenFolder(files);
    expect(() => readModelFolder(folder.path)).toThrow(
      expect.objectContaining({
        name: "EngineError",
        kind,
        message: expect.stringMatching(message),
      }),
    );
  });

  test("a folder that is not there", () => {
    expect(() => readModelFolder("/nowhere/at/all")).toThrow(/\/nowhere\/at\/all does not exist/u);
  });

  test("a folder in the place of a file", () => {
    using folder = writtenFolder(tinyFiles(tinyConfig, { "generation_config.json": undefined }));
    symlinkSync(folder.path, join(folder.path, "generation_config.json"));
    expect(() => readModelFolder(folder.path)).toThrow(EngineError);
  });

  test("whatever is done to the bytes of its files, or loaded, and never fails otherwise", () => {
    const compute = new Compute();
    const plain = tinyFiles(tinyConfig, {
      "generation_config.json": { eos_token_id: 1, top_p: 0.5 },
    });
    const whole = Object.entries(plain).map(([name, content]) => ({
      name,
      bytes:
        content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content)),
    }));
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(), fc.nat(255));
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (changes, isCut) => {
          const files = whole.map(({ name, bytes }) => ({ name, bytes: bytes.slice() }));
          for (const [index, place, byte] of changes) {
            const file = files[index]!;
            const at = place % file.bytes.length;
            if (isCut) file.bytes = file.bytes.slice(0, at + 1);
            else file.bytes[at] = byte;
          }
          using folder = writtenFolder(
            Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])),
          );
          try {
            const read = readModelFolder(folder.path);
            const model = new Model(read.shape, compute);
            try {
              loadWeights(read, model);
            } finally {
              model.free();
            }
          } catch (error) {
            expect(error).toBeInstanceOf(EngineError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
