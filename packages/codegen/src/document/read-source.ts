import { readFileSync } from "node:fs";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { Positions } from "./positions.ts";
import { SourceFile } from "./source-file.ts";
import { SpecError } from "./spec-error.ts";

/** A file and what it holds. */
export interface ReadSource {
  readonly source: SourceFile;
  readonly value: unknown;
}

/** Why a file cannot be read, said so that it can be put behind the name of the file. */
export class UnreadableFile extends Error {}

/**
 * Reads one file of a document: JSON, YAML, or (`.md`, `.txt`) text.
 *
 * Throws `UnreadableFile` where there is no such file, and `SpecError` for what stands in it.
 */
export function readSource(path: string, name: string, positions: Positions): ReadSource {
  const source = new SourceFile(path, textOf(path), name);
  return { source, value: parse(source, positions) };
}

/** Parses the text of a file by what its name and its first character say. */
export function parse(source: SourceFile, positions: Positions): unknown {
  if (/\.(?:md|markdown|txt)$/i.test(source.path)) return source.text;
  const isNamedJson = /\.json$/i.test(source.path);
  if (source.text.trim() === "") {
    throw new SpecError(
      "",
      "is empty; an OpenAPI document or a part of one goes here",
      source.placeAt(0),
    );
  }
  // YAML takes most of JSON too, at a tenth of the speed.
  if (isNamedJson || /^\s*\{\s*"/.test(source.text)) {
    try {
      return parseJson(source, positions);
    } catch (error) {
      if (isNamedJson || !isSyntaxError(error)) throw error;
    }
  }
  return parseYaml(source, positions);
}

function isSyntaxError(error: unknown): boolean {
  return error instanceof SpecError && error.problem.startsWith("is not JSON");
}

function textOf(path: string): string {
  try {
    // The byte order mark would be the first character of the first name.
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new UnreadableFile(reason(error), { cause: error });
  }
}

function reason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return "does not exist";
  if (code === "EISDIR") return "is a folder, not a file";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "is not UTF-8 text; save it as UTF-8";
  return `cannot be read (${code ?? String(error)})`;
}
