import { existsSync } from "node:fs";
import { join } from "node:path";

import { EngineError } from "../errors.ts";
import type { ModelShape } from "../model/shape.ts";
import { shapeOfConfig } from "./config.ts";
import { ConfigFields } from "./config-fields.ts";
import { type GenerationDefaults, generationDefaultsOf } from "./generation-defaults.ts";
import { isObject, parseJsonObject } from "./json.ts";
import { addedTokensOf, readConfigFile, readTextFiles, type TextFiles } from "./text-files.ts";
import { WeightFiles } from "./weight-files.ts";

/** A model as Hugging Face stores it, checked; its weights are still on disk. */
export interface ModelFolder {
  readonly folder: string;
  readonly shape: ModelShape;
  readonly text: TextFiles;
  /** Ids that end a completion; empty where the folder names none. */
  readonly endTokens: readonly number[];
  readonly generationDefaults: GenerationDefaults;
}

/**
 * Reads a model folder: everything but the values of its weights, whose names, shapes and types are checked.
 *
 * Throws `not_found` for a file that is missing, `unsupported` naming an architecture or a feature that cannot be run,
 * and `invalid` naming what is damaged or contradicts something else.
 */
export function readModelFolder(folder: string): ModelFolder {
  const config = readConfigFile(folder, "config.json");
  if (config === undefined) {
    const what = existsSync(folder) ? join(folder, "config.json") : folder;
    throw new EngineError("not_found", `${what} does not exist.`);
  }
  const shape = shapeOfConfig(config);
  const text = readTextFiles(folder);
  if (text.vocabularyTokens > shape.vocabulary) {
    throw new EngineError(
      "invalid",
      `${folder}: tokenizer.json has ids up to ${text.vocabularyTokens - 1}, and the model has embeddings for ${shape.vocabulary} (vocab_size of config.json). They belong to different models.`,
    );
  }
  const generation =
    readConfigFile(folder, "generation_config.json") ?? new ConfigFields({}, folder);
  // A model taught to chat often has the end of a turn in its tokenizer alone, and its base model's end elsewhere.
  const ends = [
    ...(generation.tokens("eos_token_id") ?? config.tokens("eos_token_id") ?? []),
    ...namedEndToken(text, folder),
  ];
  const endTokens = [...new Set(ends)].filter((token) => token < shape.vocabulary);
  const files = new WeightFiles(folder);
  try {
    files.check(shape, folder);
  } finally {
    files.close();
  }
  return {
    folder,
    shape,
    text,
    endTokens,
    generationDefaults: generationDefaultsOf(generation),
  };
}

/** The `eos_token` of `tokenizer_config.json`, by the id that `tokenizer.json` gives it. */
function namedEndToken(text: TextFiles, folder: string): readonly number[] {
  const source = join(folder, "tokenizer_config.json");
  const named: unknown = parseJsonObject(text.tokenizerConfig, source)["eos_token"];
  const content = isObject(named) ? named["content"] : named;
  const tokenizer = new ConfigFields(
    parseJsonObject(text.tokenizerJson, join(folder, "tokenizer.json")),
    join(folder, "tokenizer.json"),
  );
  const token = addedTokensOf(tokenizer).find((added) => added.content === content);
  return token === undefined ? [] : [token.id];
}
