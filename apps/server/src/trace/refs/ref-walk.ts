import { isJsonArray, isJsonObject, type JsonNode } from "../digests/json.ts";
import { storedText } from "../digests/canonical.ts";
import { parseJson } from "../digests/parse-json.ts";
import { internalPrefix } from "../digests/rewrite-refs.ts";
import { invalidValue } from "../refusals.ts";
import { parseRef, type ObjectRef, type Ref, type RefStep } from "./ref.ts";

/** Something stored that a walk cannot go on without. */
export type Need =
  | { readonly kind: "object"; readonly name: string; readonly digest: string }
  | { readonly kind: "row"; readonly digest: string };

/** Something stored, read once for all walks that come through it. */
export class Stored {
  readonly text: string;
  #node: JsonNode | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get node(): JsonNode {
    this.#node ??= parseJson(this.text);
    return this.#node;
  }
}

/** What is known of a need: its content, nothing where it was deleted, or that it never was. */
export type Found = Stored | "deleted" | "missing";

/** How a walk ends: with the text of a value, or before an object that never was. */
export type End = { readonly text: string } | { readonly missing: string };

/** Refs met on one way. A chain of objects is as long as its author likes; a request is not. */
const maxCrossings = 100;

/**
 * One ref on its way from the object that it names to the value that it means. It stops where it
 * needs something from a store and goes on when that is there, so that many walks can ask at once.
 */
export class RefWalk {
  /** Internal id; a walk stays in its project. */
  readonly project: string;
  #position: Need | { readonly kind: "value"; readonly node: JsonNode };
  #steps: readonly RefStep[];
  #crossings = 0;

  constructor(ref: ObjectRef) {
    this.project = ref.project;
    this.#position = { kind: "object", name: ref.name, digest: ref.version };
    this.#steps = ref.extra;
  }

  /** Goes on until something is needed that `find` does not know; a text is the end. */
  advance(find: (need: Need) => Found | undefined): Need | End {
    for (;;) {
      const position = this.#position;
      if (position.kind === "value") {
        const text = this.#step(position.node);
        if (text !== undefined) return { text };
        continue;
      }
      const found = find(position);
      if (found === undefined) return position;
      if (found === "missing" && position.kind === "object") return { missing: position.digest };
      if (!(found instanceof Stored)) return { text: "null" };
      if (this.#steps.length === 0) return { text: found.text };
      this.#position = { kind: "value", node: found.node };
    }
  }

  /** Takes one step from a value, or gives the text of the end. */
  #step(node: JsonNode): string | undefined {
    const [step, ...rest] = this.#steps;
    if (step === undefined) return storedText(node);
    if (node === null) return "null";
    const ref = typeof node === "string" ? refIn(node) : undefined;
    if (ref?.kind === "object" || ref?.kind === "op") {
      if (ref.project !== this.project) return "null";
      this.#cross({ kind: "object", name: ref.name, digest: ref.version });
      this.#steps = [...ref.extra, ...this.#steps];
      return undefined;
    }
    if (ref?.kind === "table" && step.edge === "id") {
      if (ref.project !== this.project) return "null";
      this.#cross({ kind: "row", digest: step.value });
    } else {
      this.#position = { kind: "value", node: take(node, step) };
    }
    this.#steps = rest;
    return undefined;
  }

  #cross(need: Need): void {
    this.#crossings += 1;
    if (this.#crossings > maxCrossings) {
      throw invalidValue(`A ref leads through more than ${maxCrossings} others: read it in parts`);
    }
    this.#position = need;
  }
}

function take(node: JsonNode, step: RefStep): JsonNode {
  switch (step.edge) {
    case "attr":
    case "key":
      return isJsonObject(node) ? (node.get(step.value) ?? null) : null;
    case "index":
      return isJsonArray(node) ? (node[Number(step.value)] ?? null) : null;
    default:
      throw invalidValue(
        `id/${step.value} is a step from a table, and there is none at that point`,
      );
  }
}

function refIn(text: string): Ref | undefined {
  if (!text.startsWith(internalPrefix)) return undefined;
  try {
    return parseRef(text);
  } catch {
    // Any text may be stored: one that only begins like a ref is text.
    return undefined;
  }
}
