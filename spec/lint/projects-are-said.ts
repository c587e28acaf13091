import { writtenProjects } from "../projects/written-projects.ts";
import type { Context, Operation, Rule } from "./redocly-types.ts";

/**
 * An operation that needs a key says where the projects of its requests stand, or why none does.
 *
 * An empty list would read like an oversight, and nobody's right to anything would be checked. That
 * the places exist is checked where they are read (`packages/codegen`).
 */
export const projectsAreSaid: Rule = () => ({
  Operation(operation: Operation, context: Context) {
    const { "x-access": access, "x-project": projects } = operation;
    if (projects === undefined && access === "public") return;
    const { none, checked, unchecked } = writtenProjects(projects);
    if (none !== undefined || checked.length + unchecked.length > 0) return;
    context.report({
      message:
        "x-project must list where the projects of a request stand, or say why none does: {none: why}.",
      location: context.location.child(projects === undefined ? "operationId" : "x-project"),
    });
  },
});
