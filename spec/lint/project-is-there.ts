import type { Context, Operation, Rule } from "./redocly-types.ts";
import { bodySchema, follow } from "./schema-walk.ts";

/** Every place that `x-project` names is one that the request of the operation has. */
export const projectIsThere: Rule = () => ({
  Operation(operation: Operation, context: Context) {
    const places = operation["x-project"];
    if (!Array.isArray(places)) {
      context.report({
        message:
          "x-project must list where the projects of a request stand; [] where there are none.",
        location: context.location.child("operationId"),
      });
      return;
    }
    places.forEach((place, index) => {
      if (isThere(place, operation, context)) return;
      context.report({
        message: `The request has nothing at ${place}.`,
        location: context.location.child(["x-project", index]),
      });
    });
  },
});

function isThere(place: string, operation: Operation, context: Context): boolean {
  const parameters = (operation.parameters ?? []).map((one) => context.resolve(one).node);
  const hasParameter = (where: string, name: string): boolean =>
    parameters.some((one) => one?.in === where && one.name === name);
  if (place === "path") return hasParameter("path", "entity") && hasParameter("path", "project");
  const [, kind, pointer] = /^(?:(query|part|ref):)?\/(.+)$/.exec(place) ?? [];
  if (pointer === undefined) return false;
  if (kind === "query") return hasParameter("query", pointer);
  const body = bodySchema(operation, context);
  return body !== undefined && follow([body], pointer.split("/"), context).length > 0;
}
