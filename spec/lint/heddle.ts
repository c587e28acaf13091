import { definitionIsUsed } from "./definition-is-used.ts";
import { extensionIsKnown } from "./extension-is-known.ts";
import { listHasPaging } from "./list-has-paging.ts";
import { patternSaysWhat } from "./pattern-says-what.ts";
import { projectsAreListed } from "./projects-are-listed.ts";
import { projectsAreSaid } from "./projects-are-said.ts";
import { publicAsksForNoKey } from "./public-asks-for-no-key.ts";
import { readersDoNotWrite } from "./readers-do-not-write.ts";
import { refusalsFollow } from "./refusals-follow.ts";
import { sharedDefinitionIsUsed } from "./shared-definition-is-used.ts";
import { trailingSlashIsCompat } from "./trailing-slash-is-compat.ts";
import type { Rule } from "./redocly-types.ts";

/** Our own rules, as a plugin of redocly. What can be said in `redocly.yaml` itself stands there. */
export default function heddle(): { id: string; rules: { oas3: Record<string, Rule> } } {
  return {
    id: "heddle",
    rules: {
      oas3: {
        "definition-is-used": definitionIsUsed,
        "extension-is-known": extensionIsKnown,
        "list-has-paging": listHasPaging,
        "pattern-says-what": patternSaysWhat,
        "projects-are-listed": projectsAreListed,
        "projects-are-said": projectsAreSaid,
        "public-asks-for-no-key": publicAsksForNoKey,
        "readers-do-not-write": readersDoNotWrite,
        "refusals-follow": refusalsFollow,
        "shared-definition-is-used": sharedDefinitionIsUsed,
        "trailing-slash-is-compat": trailingSlashIsCompat,
      },
    },
  };
}
