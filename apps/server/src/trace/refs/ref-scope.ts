import { ApiError } from "@heddle/server-kit";
import type { Access } from "../../access/access.ts";
import { foreignProject } from "../../access/foreign-project.ts";
import type { Principal } from "../../access/principal.ts";
import { externalProjectId, internalProjectId } from "../../access/projects.ts";
import type { RefLookup, VisibleProject } from "../digests/rewrite-refs.ts";

/** Which projects a principal may refer to, and which it sees the names of. */
export interface RefScope {
  readonly lookup: RefLookup;
  readonly visible: VisibleProject;
}

/** The scope of whoever sent a request. */
export function refScope(access: Pick<Access, "maySee">, principal: Principal): RefScope {
  const visible: VisibleProject = (internalId) => {
    try {
      const project = externalProjectId(internalId);
      return access.maySee(principal, project) ? project : undefined;
    } catch (error) {
      // What is no id of ours names no project that anybody sees.
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  };
  return {
    visible,
    lookup: {
      internalId(project) {
        const id = internalProjectId(project);
        if (access.maySee(principal, project)) return id;
        throw foreignProject(project, principal, { error_type: "NotFoundError" });
      },
      mayUse: (internalId) => visible(internalId) !== undefined,
    },
  };
}
