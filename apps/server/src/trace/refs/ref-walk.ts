import { requestBounds } from "../../config/request-bounds.ts";
import type { ProjectId } from "../../access/project-id.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import { internalPrefix } from "../digests/rewrite-refs.ts";
import { JsonPlaces } from "../json-text/json-places.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { parseRef, type ObjectRef, type Ref, type RefStep } from "./ref.ts";

/** Something stored that a walk cannot go on without. */
export type Need =
  | { readonly kind: "object"; readonly name: string; readonly digest: string }
  | { readonly kind: "row"; readonly digest: string };

/** Something stored, gone over once for all walks that come through it. */
export class Stored {
  readonly text: string;
  readonly places: JsonPlaces;

  constructor(text: string) {
    this.text = text;
    this.places = new JsonPlaces(text);
  }
}

/** A value inside something stored. */
interface ValuePlace {
  readonly kind: "value";
  readonly places: JsonPlaces;
  readonly at: number;
}

/** What is known of a need: its content, nothing where it was deleted, or that it never was. */
export type Found = Stored | "deleted" | "missing";

/** How a walk ends: with the text of a value, or before an object that never was. */
export type End = { readonly text: string } | { readonly missing: string };

/** Refs met on one way. A chain of objects is as long as its author likes; a request is not. */
const maxCrossings = requestBounds.refCrossings.limit;

/**
 * One ref on its way from the object that it names to the value that it means. It stops where it
 * needs something from a store and goes on when that is there, so that many walks can ask at once.
 */
export class RefWalk {
  /** A walk stays in its project. */
  readonly project: ProjectId;
  readonly #projects: RequestProjects;
  #position: Need | ValuePlace;
  /** What is left to go, the next step last. */
  readonly #steps: RefStep[];
  #crossings = 0;

  constructor(ref: ObjectRef, projects: RequestProjects) {
    this.project = ref.project.id;
    this.#projects = projects;
    this.#position = { kind: "object", name: ref.name, digest: ref.version };
    this.#steps = ref.extra.toReversed();
  }

  /** Goes on until something is needed that `find` does not know; a text is the end. */
  advance(find: (need: Need) => Found | undefined): Need | End {
    for (;;) {
      const position = this.#position;
      if (position.kind === "value") {
        const text = this.#step(position);
        if (text !== undefined) return { text };
        continue;
      }
      const found = find(position);
      if (found === undefined) return position;
      if (found === "missing" && position.kind === "object") return { missing: position.digest };
      if (!(found instanceof Stored)) return { text: "null" };
      if (this.#steps.length === 0) return { text: found.text };
      const { places } = found;
      this.#position = { kind: "value", places, at: places.root };
    }
  }

  /** Takes one step from a value, or gives the text of the end. */
  #step({ places, at }: ValuePlace): string | undefined {
    const step = this.#steps.at(-1);
    if (step === undefined) return places.textOf(at);
    if (places.isNull(at)) return "null";
    const ref = refIn(places.string(at, internalPrefix), this.#projects);
    if (ref?.kind === "object" || ref?.kind === "op") {
      if (ref.project.id !== this.project) return "null";
      this.#cross({ kind: "object", name: ref.name, digest: ref.version });
      for (const next of ref.extra.toReversed()) this.#steps.push(next);
      return undefined;
    }
    if (ref?.kind === "table" && step.edge === "id") {
      if (ref.project.id !== this.project) return "null";
      this.#cross({ kind: "row", digest: step.value });
    } else {
      const next = take(places, at, step);
      if (next === undefined) return "null";
      this.#position = { kind: "value", places, at: next };
    }
    this.#steps.pop();
    return undefined;
  }

  #cross(need: Need): void {
    this.#crossings += 1;
    if (this.#crossings > maxCrossings) {
      throw new InvalidInput(
        `A ref leads through more than ${maxCrossings} others: read it in parts`,
      );
    }
    this.#position = need;
  }
}

function take(places: JsonPlaces, at: number, step: RefStep): number | undefined {
  switch (step.edge) {
    case "attr":
    case "key":
      return places.member(at, step.value);
    case "index":
      return places.item(at, Number(step.value));
    default:
      throw new InvalidInput(
        `id/${step.value} is a step from a table, and there is none at that point`,
      );
  }
}

function refIn(text: string | undefined, projects: RequestProjects): Ref | undefined {
  if (text === undefined) return undefined;
  const ref = parseRef(text, projects);
  // Any text may be stored: one that only begins like a ref is text.
  return typeof ref === "string" ? undefined : ref;
}
