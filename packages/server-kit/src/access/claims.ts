import type { ProjectPlace } from "./project-place.ts";
import { pointerSegments, visitPointer } from "./pointer.ts";

/** The parts of a request that can name a project, as far as they have been read. */
export type ProjectSource = {
  readonly [Where in "path" | "query" | "header" | "part"]?: Readonly<Record<string, unknown>>;
} & { readonly body?: unknown };

/** One value of a request that names a project, or a thing that belongs to one. */
export interface Claim {
  readonly place: ProjectPlace;
  /** The text of the request; of a whole body, the body. */
  readonly value: unknown;
  /** The entity of the project, where it stands beside; null for the principal's own. */
  readonly entity?: string | null;
}

type Collect = (source: ProjectSource, found: Claim[]) => void;

/** Collects the values of a request that name projects. `x-project` says where they stand. */
export class Claims {
  readonly #collectors: readonly Collect[];

  constructor(places: readonly ProjectPlace[]) {
    this.#collectors = places.map((place) =>
      place.entityAt === undefined ? ofValue(place) : ofPair(place, place.entityAt),
    );
  }

  /** The claims in the given parts. Absent members and nulls are passed over: the schema says what is required. */
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
      // A finder takes a whole body of any type. Elsewhere the schema refuses what is no text.
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
