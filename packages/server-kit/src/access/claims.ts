import type { ProjectPlace } from "./project-place.ts";
import { pointerSegments, visitPointer } from "./pointer.ts";

/** What of a request can name a project, as far as it has been read. */
export type ProjectSource = {
  readonly [Where in "path" | "query" | "header" | "part"]?: Readonly<Record<string, unknown>>;
} & { readonly body?: unknown };

/** What one place of a request says of projects. */
export interface Claim {
  readonly place: ProjectPlace;
  /** A text as it stands there, or anything at all where somebody else finds the projects in it. */
  readonly value: unknown;
  /** Of a project without its entity: the entity, null for the principal's own. */
  readonly entity?: string | null;
}

type Collect = (source: ProjectSource, found: Claim[]) => void;

/** Finds what a request says of projects, where `x-project` says that it stands. */
export class Claims {
  readonly #collectors: readonly Collect[];

  constructor(places: readonly ProjectPlace[]) {
    this.#collectors = places.map((place) =>
      place.entityAt === undefined ? ofValue(place) : ofPair(place, place.entityAt),
    );
  }

  /** In what is given. Members that are absent or null say nothing; the schema says which must be. */
  in(source: ProjectSource): readonly Claim[] {
    const found: Claim[] = [];
    for (const collect of this.#collectors) collect(source, found);
    return found;
  }
}

function ofValue(place: ProjectPlace): Collect {
  const segments = pointerSegments(place.at);
  return (source, found) =>
    visitPointer(source[place.in], segments, (value) => {
      // The whole of a body is for its finder; elsewhere what is no text is for the schema.
      if (typeof value === "string" || place.at === "") found.push({ place, value });
    });
}

function ofPair(place: ProjectPlace, entityAt: string): Collect {
  const segments = pointerSegments(place.at);
  const [project = "", entity = ""] = [segments.at(-1), pointerSegments(entityAt).at(-1)];
  return (source, found) =>
    visitPointer(source[place.in], segments.slice(0, -1), (holder) => {
      const value = memberOf(holder, project);
      const named = memberOf(holder, entity) ?? null;
      if (typeof value !== "string" || (named !== null && typeof named !== "string")) return;
      found.push({ place, value, entity: named });
    });
}

function memberOf(holder: unknown, name: string): unknown {
  const isHolder = typeof holder === "object" && holder !== null && Object.hasOwn(holder, name);
  return isHolder ? (holder as Readonly<Record<string, unknown>>)[name] : undefined;
}
