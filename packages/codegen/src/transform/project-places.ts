import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";

const wheres = ["body", "path", "query", "header", "part"] as const;

/** One place of a request that names a project, or an object that belongs to a project. */
export interface ProjectPlace {
  /** The text in the document, for messages and the reference. */
  readonly written: string;
  /** The pointer of that text in the document. */
  readonly pointer: string;
  readonly in: (typeof wheres)[number];
  /** JSON pointer to the value there: `/project_id`, `*` for every item, empty for the whole body. */
  readonly at: string;
  /** JSON pointer to the entity, if entity and project are two values. */
  readonly entityAt?: string;
  /** The finder or owner of the value: `ref`, `model`. Without it the value is `entity/project`. */
  readonly by?: string;
  /** The reason why the kit does not check the place, and the handler does. */
  readonly unchecked?: string;
}

/**
 * Reads `x-project`: a list of places, or `{none: why}`.
 *
 * A place is `/start/project_id` (in the body), `path:/name`, `query:/name`, `header:/name` or
 * `part:/name`. A finder may come before it: `model:path:/model_id`. `body` is the whole body, as
 * in `otel:body`. A list of two places is an entity and its project. `path` is short for the
 * parameters `entity` and `project`. The kit does not check a place in `{unchecked: /project_ids/*,
 * why: …}`, because the handler does.
 *
 * @throws SpecError for any other value. An empty list is refused too, because it is probably a
 * mistake.
 */
export function projectPlaces(value: unknown, pointer: string): readonly ProjectPlace[] {
  if (isReason(value)) return [];
  if (!Array.isArray(value) || value.length === 0) {
    throw new SpecError(
      pointer,
      "must list where the projects of a request stand, or give the reason why none does: {none: why}",
    );
  }
  return value.map((place: unknown, index) => placeOf(place, at(pointer, index)));
}

function isReason(value: unknown): boolean {
  const { none, ...rest } = Object(value) as { none?: unknown };
  return typeof none === "string" && none !== "" && Object.keys(rest).length === 0;
}

function placeOf(place: unknown, pointer: string): ProjectPlace {
  if (place === "path")
    return { ...pairOf("path:/entity", "path:/project", pointer), written: "path" };
  if (typeof place === "string") return { written: place, pointer, ...partsOf(place, pointer) };
  const [entity, project, ...rest] = Array.isArray(place) ? (place as readonly unknown[]) : [];
  if (typeof entity === "string" && typeof project === "string" && rest.length === 0) {
    return pairOf(entity, project, pointer);
  }
  const { unchecked, why } = Object(place) as { unchecked?: unknown; why?: unknown };
  if (unchecked === undefined) throw unreadable(JSON.stringify(place), pointer);
  if (typeof why === "string" && why !== "" && Object.keys(Object(place)).length === 2) {
    return { ...placeOf(unchecked, pointer), unchecked: why };
  }
  throw new SpecError(
    pointer,
    `${JSON.stringify(place)} must give the reason: {unchecked: /member, why: the handler …}`,
  );
}

function pairOf(entity: string, project: string, pointer: string): ProjectPlace {
  const written = `${entity} + ${project}`;
  const [one, other] = [partsOf(entity, pointer), partsOf(project, pointer)];
  const isNamed = one.by === undefined && other.by === undefined;
  const isBeside = one.in === other.in && holderOf(one.at) === holderOf(other.at);
  if (!isNamed || !isBeside) {
    throw new SpecError(
      pointer,
      `${written}: an entity and its project must be side by side in the same part of the request`,
    );
  }
  return { written, pointer, ...other, entityAt: one.at };
}

/** The pointer to the object that contains a member. */
function holderOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function partsOf(text: string, pointer: string): Pick<ProjectPlace, "in" | "at" | "by"> {
  const [, before = "", member] = /^((?:[A-Za-z][\w-]*:)*)(\/.*|body)$/s.exec(text) ?? [];
  if (member === undefined) throw unreadable(text, pointer);
  const words = before.split(":").slice(0, -1);
  const where = wheres.find((one) => one !== "body" && one === words.at(-1));
  const [by, ...rest] = where === undefined ? words : words.slice(0, -1);
  const isWhole = member === "body";
  // Only a finder can get a project from a whole body.
  const isFinder = by === undefined || !(wheres as readonly string[]).includes(by);
  const isClear =
    rest.length === 0 && isFinder && !(isWhole && (by === undefined || where !== undefined));
  if (!isClear) throw unreadable(text, pointer);
  return { in: where ?? "body", at: isWhole ? "" : member, ...(by === undefined ? {} : { by }) };
}

function unreadable(text: string, pointer: string): SpecError {
  return new SpecError(
    pointer,
    `${text} is not a valid place: write /member, query:/name, path:/name, header:/name, part:/name, path, ` +
      "[entity, project], or one of them behind a finder as model:path:/model_id, or " +
      "{unchecked: /member, why: …}",
  );
}
