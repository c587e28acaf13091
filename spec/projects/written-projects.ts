/** What `x-project` says. `packages/codegen` refuses what cannot be read; this reader leaves it out. */
export interface WrittenProjects {
  /** The reason why a request names no project. */
  readonly none: string | undefined;
  /** The places that the kit checks. */
  readonly checked: readonly WrittenPlace[];
  /** Places that only the handler checks: `{unchecked: /project_id, why: …}`. */
  readonly unchecked: readonly WrittenPlace[];
}

/** A place of a request: one member, or an entity and its project. */
export interface WrittenPlace {
  /** The finder or owner: `model` in `model:path:/model_id`. */
  readonly by: string | undefined;
  /** The members, each as `query:/project_id`; in a body `/project_id`, and all of it `body`. */
  readonly members: readonly string[];
}

const wheres = ["path", "query", "header", "part"];

/** Reads `x-project`. */
export function writtenProjects(written: unknown): WrittenProjects {
  const list: readonly unknown[] = Array.isArray(written) ? written : [];
  const { none } = Object(written) as { none?: unknown };
  const unchecked = list.flatMap((entry) => {
    const { unchecked: place } = Object(entry) as { unchecked?: unknown };
    return place === undefined ? [] : [place];
  });
  const checked = list.filter((entry) => typeof entry === "string" || Array.isArray(entry));
  return {
    none: typeof none === "string" && none !== "" ? none : undefined,
    checked: checked.map(placeOf),
    unchecked: unchecked.map(placeOf),
  };
}

function placeOf(place: unknown): WrittenPlace {
  if (place === "path") return { by: undefined, members: ["path:/entity", "path:/project"] };
  if (Array.isArray(place)) return { by: undefined, members: place.map(String) };
  const words = String(place).split(":");
  const by = words.length > 1 && !wheres.includes(words[0] ?? "") ? words[0] : undefined;
  return { by, members: [by === undefined ? String(place) : words.slice(1).join(":")] };
}
