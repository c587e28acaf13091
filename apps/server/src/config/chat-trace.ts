import type { Kind } from "./kinds.ts";
import { requestBounds } from "./request-bounds.ts";

/** `HEDDLE_TRACE_CHAT`: the project whose calls chat requests become. */
export interface ChatTrace {
  /** Undefined: each entity's own project of that name. */
  readonly entity: string | undefined;
  readonly project: string;
}

/** A project of one entity, or the name of a project that each entity has. */
export const chatTrace: Kind<ChatTrace> = {
  placeholder: "[ENTITY/]PROJECT",
  expects:
    "a project's name or entity/project, each part 1 to " +
    `${requestBounds.projectCharacters.limit} characters long and without \\ # ? % :`,
  parse: (text) => {
    const parts = text.split("/");
    const [first = "", second] = parts;
    if (parts.length > 2 || !parts.every(isPart)) return undefined;
    const value =
      second === undefined
        ? { entity: undefined, project: first }
        : { entity: first, project: second };
    return { value };
  },
};

function isPart(text: string): boolean {
  const { limit } = requestBounds.projectCharacters;
  return text.length <= limit && /^[^\\#?%:\p{Cc}]+$/u.test(text) && text.isWellFormed();
}
