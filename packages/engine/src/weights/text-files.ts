import { existsSync } from "node:fs";
import { join } from "node:path";

import { EngineError } from "../errors.ts";
import { ConfigFields } from "./config-fields.ts";
import { isObject, parseJsonObject } from "./json.ts";
import { openFile } from "./open-file.ts";
import { utf8Text } from "./utf8-text.ts";

/** The files of a folder that turn text into tokens and turns into text, as they stand there. */
export interface TextFiles {
  readonly tokenizerJson: string;
  /** `{}` where the folder has no `tokenizer_config.json`. */
  readonly tokenizerConfig: string;
  /** The text of `chat_template.jinja`; older folders have their templates in `tokenizer_config.json` instead. */
  readonly chatTemplate?: string;
  /** One more than the highest token id. */
  readonly vocabularyTokens: number;
}

/** Longer files are none of these; the largest vocabularies take 35 MB. */
const maxTextBytes = 256 * 2 ** 20;

/** The text of a file of a model folder; undefined when it is not there. Throws `invalid` when it is not UTF-8. */
export function readTextFile(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (!existsSync(path)) return undefined;
  return utf8Text(readWhole(path), path);
}

function readWhole(path: string): Uint8Array {
  const file = openFile(path);
  try {
    if (file.bytes > maxTextBytes) {
      throw new EngineError(
        "invalid",
        `${path} has ${file.bytes} bytes; at most ${maxTextBytes} are read.`,
      );
    }
    const bytes = new Uint8Array(file.bytes);
    file.read(0, bytes);
    return bytes;
  } finally {
    file.close();
  }
}

/** The members of a JSON file of a model folder; undefined when it is not there. */
export function readConfigFile(folder: string, name: string): ConfigFields | undefined {
  const text = readTextFile(folder, name);
  if (text === undefined) return undefined;
  const source = join(folder, name);
  return new ConfigFields(parseJsonObject(text, source), source);
}

/** The text files of a model folder. Throws `not_found` when there is no `tokenizer.json`. */
export function readTextFiles(folder: string): TextFiles {
  const tokenizerJson = readTextFile(folder, "tokenizer.json");
  if (tokenizerJson === undefined) {
    throw new EngineError(
      "not_found",
      `${join(folder, "tokenizer.json")} does not exist; save the model's fast tokenizer there.`,
    );
  }
  const chatTemplate = readTextFile(folder, "chat_template.jinja");
  return {
    tokenizerJson,
    tokenizerConfig: readTextFile(folder, "tokenizer_config.json") ?? "{}",
    ...(chatTemplate !== undefined && { chatTemplate }),
    vocabularyTokens: vocabularyTokensOf(tokenizerJson, join(folder, "tokenizer.json")),
  };
}

function vocabularyTokensOf(tokenizerJson: string, source: string): number {
  const tokenizer = new ConfigFields(parseJsonObject(tokenizerJson, source), source);
  const model = tokenizer.object("model");
  if (model === undefined) throw tokenizer.lacks("model");
  const vocabulary = model.value("vocab");
  let highest = -1;
  if (Array.isArray(vocabulary)) highest = vocabulary.length - 1;
  else if (isObject(vocabulary)) {
    for (const id of Object.values(vocabulary)) highest = Math.max(highest, Number(id));
  } else throw model.wrong("vocab", "an object or a list");
  for (const { id } of addedTokensOf(tokenizer)) highest = Math.max(highest, id);
  if (!Number.isInteger(highest)) throw model.wrong("vocab", "whole numbers as token ids");
  return highest + 1;
}

/** The tokens that stand beside the vocabulary of a tokenizer: their text and id. */
export function addedTokensOf(tokenizer: ConfigFields): { content: string; id: number }[] {
  const added = tokenizer.value("added_tokens") ?? [];
  const expected = "a list of { id, content }";
  if (!Array.isArray(added)) throw tokenizer.wrong("added_tokens", expected);
  return added.map((token: unknown) => {
    if (
      !isObject(token) ||
      !Number.isInteger(token["id"]) ||
      typeof token["content"] !== "string"
    ) {
      throw tokenizer.wrong("added_tokens", expected);
    }
    return { content: token["content"], id: Number(token["id"]) };
  });
}
