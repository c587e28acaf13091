import { Missing } from "../refusals/refusal.ts";
import type { Principal } from "./principal.ts";
import type { ProjectName } from "./project-id.ts";

/**
 * A project of another entity than the key's. The message does not depend on whether the project or
 * the entity exists: only its owner may know that.
 */
export class ForeignProject extends Missing {
  constructor(project: ProjectName, { entity }: Principal) {
    super(
      `Project ${project} not found: this key belongs to the entity ${entity}, and sees only the ` +
        "projects of that entity.",
    );
  }
}
