import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";
import { differences, type Difference, type WrittenResponse } from "../refusals/compare.ts";
import type { RefusingOperation } from "../refusals/facts.ts";

/** A file of paths with the refusals that follow, and what was changed in it. */
export interface FixedPaths {
  readonly text: string;
  readonly changes: readonly string[];
}

interface Edit {
  /** Offsets into the text: what stands between them gives way to `insert`. */
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Writes what the table of refusals demands into the text of a file of paths.
 *
 * Only lines of references come and go; comments, order and everything else stay as they are.
 */
export function fixedPaths(text: string, file: string): FixedPaths {
  const document = parseDocument(text, { keepSourceTokens: true });
  const edits: Edit[] = [];
  const changes: string[] = [];
  for (const { operation, responses } of operationsIn(document)) {
    const { operationId, ...facts } = resolved(operation.toJS(document), file);
    const written = responses.toJS(document) as Record<string, WrittenResponse>;
    for (const difference of differences(facts, written, file)) {
      const edit = editFor(text, responses, difference);
      changes.push(`${operationId}: ${difference.message}${edit ? "" : " Write it by hand."}`);
      if (edit) edits.push(edit);
    }
  }
  return { text: edited(text, edits), changes };
}

interface PlacedOperation {
  readonly operation: YAMLMap;
  readonly responses: YAMLMap;
}

/** Operations whose responses are written where they stand: an alias follows its anchor. */
function operationsIn(document: Document): readonly PlacedOperation[] {
  const items = isMap(document.contents) ? document.contents.items : [];
  return items
    .flatMap(({ value }) => (isMap(value) ? value.items : []))
    .flatMap(({ value: operation }) => {
      if (!isMap(operation)) return [];
      const responses = operation.get("responses", true);
      return isMap(responses) && !isAlias(responses) ? [{ operation, responses }] : [];
    });
}

type Operation = RefusingOperation & { readonly operationId?: string };

/** The operation with its parameters in place of references to them. */
function resolved(operation: Operation, file: string): Operation {
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const { $ref } = parameter as { readonly $ref?: string };
    if ($ref === undefined) return parameter;
    const [path = "", name = ""] = $ref.split("#/");
    const target = sharedDocument(join(dirname(file), path)).get(name, true);
    if (!isMap(target)) throw new Error(`${file}: ${$ref} is no parameter`);
    return target.toJSON() as object;
  });
  return { ...operation, parameters };
}

/** Files of parameters, each read once: a hundred operations refer to a handful. */
const shared = new Map<string, Document>();

function sharedDocument(path: string): Document {
  const known = shared.get(path) ?? parseDocument(readFileSync(path, "utf8"));
  shared.set(path, known);
  return known;
}

function editFor(text: string, responses: YAMLMap, difference: Difference): Edit | undefined {
  const { status, reference } = difference;
  const places = responses.items.map((pair) => ({
    status: statusOf(pair),
    ...linesOf(text, pair),
  }));
  const there = places.find((place) => place.status === status);
  const [first] = places;
  if (first === undefined) return undefined;
  if (reference === undefined) return there && { from: there.from, to: there.to, insert: "" };
  const indent = " ".repeat(first.column);
  const line = `${indent}"${status}": { $ref: ${reference} }\n`;
  if (there) return { from: there.from, to: there.to, insert: line };
  const next = places.find((place) => place.status > status);
  const at = next?.from ?? Math.max(...places.map(({ to }) => to));
  return { from: at, to: at, insert: line };
}

function statusOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : "";
}

/** The whole lines that a status takes, with its comments, and where it begins on its line. */
function linesOf(text: string, { key, value }: Pair): { from: number; to: number; column: number } {
  const start = (isScalar(key) ? key.range?.[0] : undefined) ?? 0;
  const [, valueEnd = start] = (value as { range?: readonly number[] } | null)?.range ?? [];
  const lineStart = text.lastIndexOf("\n", start) + 1;
  const newline = text.indexOf("\n", Math.max(start, valueEnd - 1));
  const to = newline < 0 ? text.length : newline + 1;
  return { from: lineStart, to, column: start - lineStart };
}

/** From the end on, so that offsets stay right; the last line of a place goes in first. */
function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  const fromEnd = edits.toSorted(
    (one, other) => other.from - one.from || (other.insert < one.insert ? -1 : 1),
  );
  for (const { from, to, insert } of fromEnd) {
    result = result.slice(0, from) + insert + result.slice(to);
  }
  return result;
}
