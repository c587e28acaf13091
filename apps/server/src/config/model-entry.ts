import { basename, resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import type { Kind } from "./kinds.ts";
import { isModelName, modelNameRule } from "./model-name.ts";

/** A name that stands for another model. */
export interface MappedEntry {
  readonly name: string;
  readonly standsFor: string;
}

/** A folder with a model or an adapter, and its name. */
export interface FolderEntry {
  readonly name: string;
  /** As it was written; absolute once `atFolder` has resolved it. */
  readonly folder: string;
}

/** One entry of `HEDDLE_MODELS`. */
export type ModelEntry = MappedEntry | FolderEntry;

/** A path is told from the name of a model, which may have slashes too, by its beginning. */
const folderForm = /^(?:\.{0,2}[/\\]|[A-Za-z]:[/\\])/;

/** `NAME=MODEL`, `NAME=FOLDER` or `FOLDER`, whose last part is then the name. */
export const modelEntry: Kind<ModelEntry> = {
  placeholder: "NAME=MODEL|FOLDER",
  expects: "NAME=MODEL, NAME=FOLDER or FOLDER, where a folder starts with / or ./",
  parse: (text) => {
    if (text === "" || text.includes("\0")) return undefined;
    if (folderForm.test(text)) return { value: { name: named(basename(text)), folder: text } };
    const at = text.indexOf("=");
    if (at < 1 || at === text.length - 1) return undefined;
    const [name, value] = [named(text.slice(0, at)), text.slice(at + 1)];
    return {
      value: folderForm.test(value)
        ? { name, folder: value }
        : { name, standsFor: named(value, ", and a folder starts with / or ./") },
    };
  },
};

/** The name of a model. */
export const modelName: Kind<string> = {
  placeholder: "MODEL",
  expects: "the name of a model",
  parse: (text) => ({ value: named(text) }),
};

/** The entry with the absolute path of its folder. */
export function atFolder(entry: ModelEntry, cwd: string): ModelEntry {
  return "folder" in entry ? { ...entry, folder: resolve(cwd, entry.folder) } : entry;
}

function named(name: string, more: string = ""): string {
  if (isModelName(name)) return name;
  throw new ConfigError(
    `${JSON.stringify(name.slice(0, 200))} is no name of a model: ${modelNameRule}${more}.`,
  );
}
