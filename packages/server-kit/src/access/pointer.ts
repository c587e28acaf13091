/** The unescaped segments of a JSON pointer (RFC 6901), none for the whole value; `*` is left for the reader to interpret. */
export function pointerSegments(pointer: string): readonly string[] {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) {
    throw new Error(`"${pointer}" is not a JSON pointer: it must start with "/"`);
  }
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Calls `visit` with every value the pointer leads to; missing members and nulls are passed over. */
export function visitPointer(
  value: unknown,
  segments: readonly string[],
  visit: (value: unknown) => void,
  from = 0,
): void {
  if (value === undefined || value === null) return;
  const segment = segments[from];
  if (segment === undefined) return visit(value);
  if (segment === "*") {
    if (!Array.isArray(value)) return;
    for (const item of value) visitPointer(item, segments, visit, from + 1);
  } else if (typeof value === "object" && Object.hasOwn(value, segment)) {
    visitPointer((value as Record<string, unknown>)[segment], segments, visit, from + 1);
  }
}

/** Whether a path (as of a schema issue) is at or below the place that a pointer names. */
export function isAtPointer(path: readonly PropertyKey[], segments: readonly string[]): boolean {
  return (
    path.length >= segments.length &&
    segments.every((segment, i) =>
      segment === "*" ? typeof path[i] === "number" : String(path[i]) === segment,
    )
  );
}
