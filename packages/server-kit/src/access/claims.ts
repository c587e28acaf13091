import type { ProjectPlace } from "./project-place.ts";
import { pointerSegments, visitPointer } from "./pointer.ts";

/** The parts of a request that can name a project, as far as they have been read. */
export type ProjectSource = {
  readonly [Where in "path" | "query" | "header" | "part"]?: Readonly<Record<string, unknown>>;
} & { readonly body?: unknown };

/**
 * Visits the values at one place of a request. `entity` stands beside a project without one; it is
 * null for the principal's own entity, and undefined where the place has no entity.
 */
export type Claims = (source: ProjectSource, visit: Visit) => void;

type Visit = (value: unknown, entity?: string | null) => void;

/**
 * How to find the values at a place. Absent members and nulls are passed over: the schema says what
 * is required.
 */
export function claimsAt(place: ProjectPlace): Claims {
  return place.entityAt === undefined ? valuesAt(place) : pairsAt(place, place.entityAt);
}

function valuesAt({ in: where, at }: ProjectPlace): Claims {
  const segments = pointerSegments(at);
  return (source, visit) =>
    visitPointer(source[where], segments, (value) => {
      // A finder takes a whole body of any type. Elsewhere the schema refuses what is no text.
      if (typeof value === "string" || at === "") visit(value);
    });
}

function pairsAt({ in: where, at }: ProjectPlace, entityAt: string): Claims {
  const segments = pointerSegments(at);
  const [project = "", entity = ""] = [segments.at(-1), pointerSegments(entityAt).at(-1)];
  return (source, visit) =>
    visitPointer(source[where], segments.slice(0, -1), (holder) => {
      const value = memberOf(holder, project);
      const named = memberOf(holder, entity) ?? null;
      if (typeof value !== "string" || (named !== null && typeof named !== "string")) return;
      visit(value, named);
    });
}

function memberOf(holder: unknown, name: string): unknown {
  const isHolder = typeof holder === "object" && holder !== null && Object.hasOwn(holder, name);
  return isHolder ? (holder as Readonly<Record<string, unknown>>)[name] : undefined;
}
