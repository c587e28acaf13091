export { createContext } from "./document/create-context.ts";
export type {
  AccessLevel,
  Context,
  ContextOptions,
  ModuleNames,
  OutputPaths,
} from "./document/context.ts";
export { loadDocument, loadFile } from "./document/load.ts";
export type { LoadedDocument, LoadOptions } from "./document/load.ts";
export { lint, RedoclyError } from "./document/redocly.ts";
export type { Place } from "./document/source-file.ts";
export { SpecError, SpecErrors } from "./document/spec-error.ts";
export { emitAll, emitSource, emitters, generate } from "./generate.ts";
export type { Emitter, Source, Warning } from "./generate.ts";
export { outputNames } from "./output-names.ts";
export type { OutputName } from "./output-names.ts";
export { ComparingWriter } from "./write/comparing-writer.ts";
export { FolderWriter } from "./write/folder-writer.ts";
export type { GeneratedFile, Writer } from "./write/writer.ts";
