import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadFile } from "../load.ts";
import type { LoadedDocument, LoadOptions } from "../load.ts";

/** Loads `openapi.yaml` from some files; places are relative to their folder. */
export function loadFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: LoadOptions = {},
): LoadedDocument {
  const folder = mkdtempSync(join(tmpdir(), "heddle-codegen-test-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return loadFile("openapi.yaml", { cwd: folder, ...options });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The problems of some files, one line for each. */
export function problemsOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: LoadOptions = {},
): readonly string[] {
  try {
    loadFiles(files, options);
  } catch (error) {
    return (error as Error).message.split("\n");
  }
  return [];
}

/** The head of a document, in three lines. */
export const head = `openapi: 3.1.1
info: { title: A test, version: "1" }
paths: {}
`;
