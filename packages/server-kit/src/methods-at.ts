import type { OperationSpec } from "./operation.ts";

/**
 * The methods that operations have at a path, `GET, HEAD` or `POST`, as `Allow` writes them;
 * `undefined` where none has that path.
 */
export function methodsAt(
  operations: readonly Pick<OperationSpec, "method" | "path">[],
): (path: string) => string | undefined {
  const known = operations.map(({ method, path }) => ({ method, segments: path.split("/") }));
  return (path) => {
    const asked = path.split("/");
    const methods = new Set<string>();
    for (const { method, segments } of known) {
      if (!isAt(asked, segments)) continue;
      methods.add(method.toUpperCase());
      if (method === "get") methods.add("HEAD");
    }
    return methods.size === 0 ? undefined : [...methods].join(", ");
  };
}

/** Whether a path is the one of an operation, whose `{names}` stand for anything. */
function isAt(asked: readonly string[], segments: readonly string[]): boolean {
  return (
    asked.length === segments.length &&
    segments.every((segment, i) => segment === asked[i] || (segment.startsWith("{") && !!asked[i]))
  );
}
