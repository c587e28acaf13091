import type { Requester } from "../../access/requester.ts";
import type { RefLookup, VisibleProject } from "../digests/rewrite-refs.ts";

/** Decides which projects a principal may refer to, and which names it may see. */
export interface RefScope {
  readonly lookup: RefLookup;
  readonly visible: VisibleProject;
}

/** The scope of the sender of a request. */
export function refScope({ projects }: Requester): RefScope {
  const visible: VisibleProject = (internalId) => {
    // A text that is no internal id names no visible project.
    const project = projects.withId(internalId);
    return project && projects.isVisible(project) ? project.name : undefined;
  };
  return {
    visible,
    lookup: {
      internalId: (text) => projects.named(text).id,
      mayUse: (internalId) => visible(internalId) !== undefined,
    },
  };
}
