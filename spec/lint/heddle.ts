import { definitionIsUsed } from "./definition-is-used.ts";
import { listHasPaging } from "./list-has-paging.ts";
import { projectIsThere } from "./project-is-there.ts";
import type { Rule } from "./redocly-types.ts";

/** Our own rules, as a plugin of redocly. What can be said in `redocly.yaml` itself stands there. */
export default function heddle(): { id: string; rules: { oas3: Record<string, Rule> } } {
  return {
    id: "heddle",
    rules: {
      oas3: {
        "definition-is-used": definitionIsUsed,
        "list-has-paging": listHasPaging,
        "project-is-there": projectIsThere,
      },
    },
  };
}
