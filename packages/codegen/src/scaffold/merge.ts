import type { Finding } from "./findings.ts";
import { handlerLine, notBuiltImport, resourceImport, resourceLine } from "./handler-files.ts";
import { objectMembers } from "./object-members.ts";
import type { ScaffoldResource } from "./scaffold-service.ts";
import {
  declares,
  importedNames,
  importOffset,
  parseSource,
  withInsertions,
} from "./source-text.ts";

/** A file that its author may have changed. */
export interface OwnedFile {
  /** The name of the file in findings. */
  readonly file: string;
  readonly text: string;
}

/** The result of merging a file. */
export interface Merged {
  /** The same text if nothing was added. */
  readonly text: string;
  readonly findings: readonly Finding[];
}

/**
 * Adds missing operations to a resource's handlers, and lists those that are no longer in the
 * document.
 */
export function mergeHandlers(
  { file, text }: OwnedFile,
  variable: string,
  resourceName: string,
  resource: ScaffoldResource,
): Merged {
  const source = parseSource(file, text);
  const known = importedNames(source).find(({ imported }) => imported === "notBuilt")?.local;
  const isKnown = known !== undefined || declares(source, "notBuilt");
  const wanted = resource.operations.map((operation) => ({
    name: operation.verb,
    shown: operation.id,
    line: handlerLine(operation, known),
  }));
  return merge({ file, text }, variable, {
    wanted,
    imports: () => (isKnown ? [] : [notBuiltImport]),
    shownOf: (verb) => `${resourceName}.${verb}`,
  });
}

/**
 * Adds missing resources to a service's handlers, and lists those that are no longer in the
 * document.
 */
export function mergeIndex(
  owned: OwnedFile,
  variable: string,
  files: ReadonlyMap<string, string>,
): Merged {
  const wanted = [...files.keys()].map((name) => ({ name, shown: name, line: resourceLine(name) }));
  return merge(owned, variable, {
    wanted,
    imports: (names) => names.map((name) => resourceImport(name, files.get(name) ?? name)),
    shownOf: (name) => name,
  });
}

interface Wanted {
  readonly wanted: readonly {
    readonly name: string;
    readonly shown: string;
    readonly line: string;
  }[];
  /** The imports that new members of these names need. */
  readonly imports: (names: readonly string[]) => readonly string[];
  /** The name in findings of a member that is no longer in the document. */
  readonly shownOf: (name: string) => string;
}

function merge(
  { file, text }: OwnedFile,
  variable: string,
  { wanted, imports, shownOf }: Wanted,
): Merged {
  const source = parseSource(file, text);
  const object = objectMembers(source, variable);
  if (!object) {
    const why = `there is no object ${variable} to compare with; the compiler reports what it lacks`;
    const isElsewhere: Finding = {
      kind: "paste",
      file,
      why,
      lines: wanted.map(({ line }) => line),
    };
    return { text, findings: [isElsewhere] };
  }
  const names = new Set(wanted.map(({ name }) => name));
  const gone = [...object.members]
    .filter(([name]) => !names.has(name))
    .map(([name, { line }]): Finding => ({ kind: "gone", file, line, name: shownOf(name) }));
  const missing = wanted.filter(({ name }) => !object.members.has(name));
  if (missing.length === 0) return { text, findings: gone };
  const lines = missing.map(({ line }) => line);
  const needed = imports(missing.map(({ name }) => name));
  const insertion = object.isOpen ? undefined : object.add(lines);
  if (!insertion) {
    const why = object.isOpen
      ? `${variable} has members without a fixed name, such as a spread`
      : `${variable} closes on the line of its last member`;
    const paste: Finding = { kind: "paste", file, why, lines: [...needed, ...lines] };
    return { text, findings: [...gone, paste] };
  }
  const importing = needed.length === 0 ? [] : [{ offset: importOffset(source), lines: needed }];
  const added: Finding = { kind: "added", file, names: missing.map(({ shown }) => shown) };
  return {
    text: withInsertions(text, [insertion, ...importing]),
    findings: [added, ...gone],
  };
}
