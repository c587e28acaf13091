import { writtenProjects } from "../projects/written-projects.ts";
import { hasAnyName, type ProjectMember, projectMembers } from "./project-members.ts";
import type { Context, Operation, Parameter, PathItem, Rule } from "./redocly-types.ts";

/**
 * `x-project` lists every member of a request that names a project, or says why the kit must not
 * check it.
 *
 * The kit checks only the listed places, so one that is missing would let the key of one entity ask
 * for the data of another. Public operations have no key to check.
 */
export const projectsAreListed: Rule = () => {
  let ofPath: readonly Parameter[] = [];
  return {
    PathItem(item: PathItem) {
      ofPath = item.parameters ?? [];
    },
    Operation(operation: Operation, context: Context) {
      const { "x-access": access, "x-project": written, operationId = "" } = operation;
      if (access === "public") return;
      const { checked, unchecked } = writtenProjects(written);
      const listed = new Set([...checked, ...unchecked].flatMap(({ members }) => members));
      const parameters = [...ofPath, ...(operation.parameters ?? [])];
      for (const member of projectMembers(operation, parameters, context)) {
        const isBody = member.place.startsWith("/");
        if (listed.has(member.place) || (isBody && listed.has("body"))) continue;
        const what = member.isRef ? "is a ref, which contains a project" : "names a project";
        context.report({
          message: `${operationId}: ${member.place} ${what}, and x-project does not list it. ${remedy(member)}`,
          location: context.location.child(written === undefined ? "operationId" : "x-project"),
        });
      }
    },
  };
};

function remedy({ place, entity, isRef }: ProjectMember): string {
  if (hasAnyName(place)) {
    return "No place of x-project reaches a member of any name: take an array instead.";
  }
  const whole = isRef ? `ref:${place}` : place;
  const pair = entity?.startsWith("path:") ? "path" : `[${quoted(entity ?? "")}, ${quoted(place)}]`;
  return (
    `Write x-project: [${entity === undefined ? quoted(whole) : pair}], or, if only the handler ` +
    `can check it, x-project: [{ unchecked: ${quoted(place)}, why: … }].`
  );
}

/** In quotes where YAML needs them. */
function quoted(place: string): string {
  return /[:*]/.test(place) ? `"${place}"` : place;
}
