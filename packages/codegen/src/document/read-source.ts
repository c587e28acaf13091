import { readFileSync } from "node:fs";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { Positions } from "./positions.ts";
import { SourceFile } from "./source-file.ts";
import { SpecError } from "./spec-error.ts";

/** A file and its content. */
export interface ReadSource {
  readonly source: SourceFile;
  readonly value: unknown;
}

/** The reason why a file cannot be read, in words that can follow the file's name. */
export class UnreadableFile extends Error {}

/**
 * Reads one file of a document: JSON, YAML, or (`.md`, `.txt`) text.
 *
 * Throws `UnreadableFile` if the file cannot be read, and `SpecError` for errors in its content.
 */
export function readSource(path: string, name: string, positions: Positions): ReadSource {
  const source = new SourceFile(path, textOf(path), name);
  return { source, value: parse(source, positions) };
}

/** Parses the text of a file as the file's name and the first character suggest. */
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
  // YAML includes most of JSON, but its parser is ten times slower.
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
    // Removes the byte order mark, which would become a part of the first name.
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
