import { type Extras, NotFound } from "@heddle/server-kit";
import type { Principal } from "./principal.ts";
import type { ProjectName } from "./project-id.ts";

/**
 * The refusal of a project of another entity. Its words are the same whether that project, or that
 * entity, exists: this is nobody else's to know.
 */
export function foreignProject(
  project: ProjectName,
  { entity }: Principal,
  extras?: Extras,
): NotFound {
  return new NotFound(
    `Project ${project} not found: this key belongs to the entity ${entity}, and sees only the ` +
      "projects of that entity.",
    extras,
  );
}
