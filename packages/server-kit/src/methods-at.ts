import type { OperationSpec } from "./operation.ts";
import { segmentMatch } from "./segment-template.ts";

/** The part of a service that `methodsAt` reads. */
interface Routes {
  readonly operations: readonly Pick<OperationSpec, "id" | "method" | "path">[];
  readonly slashedTails?: readonly string[] | undefined;
}

/**
 * The methods that services have at a path, `GET, HEAD` or `POST`, as `Allow` writes them;
 * `undefined` if no service has that path.
 */
export function methodsAt(services: readonly Routes[]): (path: string) => string | undefined {
  const known = services.flatMap(({ operations, slashedTails }) =>
    operations.map(({ id, method, path }) => ({
      method,
      isAt: pathMatch(path, slashedTails?.includes(id) ?? false),
    })),
  );
  return (asked) => {
    const methods = new Set<string>();
    const segments = asked.split("/");
    for (const { method, isAt } of known) {
      if (!isAt(segments)) continue;
      methods.add(method.toUpperCase());
      if (method === "get") methods.add("HEAD");
    }
    return methods.size === 0 ? undefined : [...methods].join(", ");
  };
}

/** Matches the paths of a template: `{names}` match any segment, a slashed tail all the rest. */
function pathMatch(
  template: string,
  hasSlashedTail: boolean,
): (segments: readonly string[]) => boolean {
  const matches = template.split("/").map(segmentMatch);
  const last = matches.length - 1;
  return (asked) => {
    const isLongEnough = hasSlashedTail ? asked.length > last : asked.length === matches.length;
    const segments = hasSlashedTail
      ? [...asked.slice(0, last), asked.slice(last).join("/")]
      : asked;
    return isLongEnough && matches.every((match, at) => match(segments[at] ?? "") !== undefined);
  };
}
