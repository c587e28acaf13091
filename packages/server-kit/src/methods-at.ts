import type { OperationSpec } from "./operation.ts";

/** What has to be known of a service. */
interface Routes {
  readonly operations: readonly Pick<OperationSpec, "id" | "method" | "path">[];
  readonly slashedTails?: readonly string[] | undefined;
}

/**
 * The methods that services have at a path, `GET, HEAD` or `POST`, as `Allow` writes them;
 * `undefined` where none has that path.
 */
export function methodsAt(services: readonly Routes[]): (path: string) => string | undefined {
  const known = services.flatMap(({ operations, slashedTails }) =>
    operations.map(({ id, method, path }) => ({
      method,
      path: pathPattern(path, slashedTails?.includes(id) ?? false),
    })),
  );
  return (asked) => {
    const methods = new Set<string>();
    for (const { method, path } of known) {
      if (!path.test(asked)) continue;
      methods.add(method.toUpperCase());
      if (method === "get") methods.add("HEAD");
    }
    return methods.size === 0 ? undefined : [...methods].join(", ");
  };
}

/** The paths of a template: `{names}` stand for anything in a segment, a slashed tail for the rest. */
function pathPattern(template: string, hasSlashedTail: boolean): RegExp {
  const parts = template.split(/(\{[^}]+\})/).map((part) => {
    return part.startsWith("{") ? "[^/]+" : part.replaceAll(/[^\w/]/g, String.raw`\$&`);
  });
  const pattern = parts.join("");
  return new RegExp(`^${hasSlashedTail ? pattern.replace(/\[\^\/\]\+$/, "[^]+") : pattern}$`);
}
