import { requestBounds } from "../../config/request-bounds.ts";
import type { ProjectId } from "../../access/project-id.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import { internalPrefix } from "../digests/rewrite-refs.ts";
import { JsonPlaces } from "../json-text/json-places.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { parseRef, type ObjectRef, type Ref, type RefStep } from "./ref.ts";

/** A stored object or row that a walk needs next. */
export type Need =
  | { readonly kind: "object"; readonly name: string; readonly digest: string }
  | { readonly kind: "row"; readonly digest: string };

/** A stored text that all walks share, so that it is read only once. */
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

/** The result for a need: its content, deleted, or never stored. */
export type Found = Stored | "deleted" | "missing";

/** The end of a walk: the text of a value, or the digest of an object that never existed. */
export type End = { readonly text: string } | { readonly missing: string };

/**
 * Most refs that one walk follows: a stored chain of objects may have any length, a request may
 * not.
 */
const maxCrossings = requestBounds.refCrossings.limit;

/**
 * Follows one ref from the object that it names to the value that its path names. It pauses when it
 * needs data from a store and continues with the data, so that many walks can share one query.
 */
export class RefWalk {
  /** A walk stays in its project. */
  readonly project: ProjectId;
  readonly #projects: RequestProjects;
  #position: Need | ValuePlace;
  /** The remaining steps; the next step is the last entry. */
  readonly #steps: RefStep[];
  #crossings = 0;

  constructor(ref: ObjectRef, projects: RequestProjects) {
    this.project = ref.project.id;
    this.#projects = projects;
    this.#position = { kind: "object", name: ref.name, digest: ref.version };
    this.#steps = ref.extra.toReversed();
  }

  /** Continues until the walk ends, or until it needs data that `find` does not have. */
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

  /** Takes one step from a value, or returns the text at the end. */
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
  // Any text may be stored, so a text that only begins like a ref stays text.
  return typeof ref === "string" ? undefined : ref;
}
