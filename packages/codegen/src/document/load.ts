import { bundle } from "./bundle.ts";
import { checkStructure } from "./check-structure.ts";
import type { Remark } from "./check-scalar.ts";
import type { Naming } from "./components.ts";
import { checkVersion } from "./openapi-version.ts";
import type { OpenApiVersion } from "./openapi-version.ts";
import type { OpenApiDocument } from "./openapi.ts";
import { parse } from "./read-source.ts";
import { Positions } from "./positions.ts";
import { SourceFile } from "./source-file.ts";
import type { Place } from "./source-file.ts";
import { Sources } from "./sources.ts";
import { Problems, SpecError } from "./spec-error.ts";
import { upgrade } from "./upgrade.ts";

/** A bundled document of OpenAPI 3.1. */
export interface LoadedDocument {
  readonly document: OpenApiDocument;
  /** The place of the target of a pointer, or of the nearest object around it. */
  readonly locate: (pointer: string) => Place | undefined;
  /** Notes about parts that are read differently from their text. */
  readonly remarks: readonly Remark[];
}

/** Options for reading a document. */
export interface LoadOptions {
  /** The folder that file names in errors are relative to. Default: the current folder. */
  readonly cwd?: string | undefined;
  /**
   * What to do with two different components of the same name. Default: `numbered`, since other
   * people's documents cannot be changed.
   */
  readonly naming?: Naming | undefined;
  /** Receives each file that takes part, before it is read; also files that do not exist. */
  readonly onFile?: ((path: string) => void) | undefined;
}

/**
 * Reads a document in YAML or JSON with all files that it refers to, joins them, and converts
 * OpenAPI 3.0 to 3.1.
 *
 * Throws `SpecError`, or `SpecErrors` for several problems, with file, line and column.
 *
 * @example
 * const { document, locate } = loadFile("openapi.yaml");
 * locate("#/paths/~1pets/get"); // { file: "paths/pets.yaml", line: 2, column: 3 }
 */
export function loadFile(path: string, options: LoadOptions = {}): LoadedDocument {
  const { cwd = process.cwd(), naming = "numbered", onFile } = options;
  const positions = new Positions();
  const sources = new Sources({ cwd, positions, onFile });
  const entry = sources.entry(path);
  const version = checkVersion(entry, sources);
  const problems = new Problems();
  const document = bundle(entry, { sources, positions, problems, naming });
  problems.throwIfAny();
  return loaded(document, version, positions);
}

/**
 * Reads the text of a bundled document and does not change its references. Places name its file
 * `document.json`.
 *
 * Throws `SpecError`, as `loadFile` does.
 */
export function loadDocument(text: string): LoadedDocument {
  const positions = new Positions();
  const sources = new Sources({ cwd: "/", positions });
  const source = new SourceFile("/document.json", text, "document.json");
  const entry = sources.given(source, parse(source, positions));
  const version = checkVersion(entry, sources);
  return loaded(entry.value as Record<string, unknown>, version, positions);
}

function loaded(
  document: Record<string, unknown>,
  version: OpenApiVersion,
  positions: Positions,
): LoadedDocument {
  document["paths"] ??= {};
  const [problems, placed] = [new Problems(), new Problems()];
  const remarks = checkStructure(document, problems, positions);
  const locate = (pointer: string): Place | undefined => positions.locate(document, pointer);
  for (const { pointer, problem } of problems.all) {
    placed.add(new SpecError(pointer, problem, locate(pointer)));
  }
  placed.throwIfAny();
  upgrade(document, version, positions);
  return {
    document: document as unknown as OpenApiDocument,
    locate,
    remarks,
  };
}
