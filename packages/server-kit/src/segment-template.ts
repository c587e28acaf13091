/**
 * The texts of the parameters in a segment of a path, in order; `undefined` where the segment is
 * not one of the template's.
 */
export type SegmentMatch = (segment: string) => readonly string[] | undefined;

const parameter = /(\{[^{}]+\})/;

/** The names of the parameters in a template, or in a segment of one: `{owner}.{format}`. */
export function parameterNames(template: string): readonly string[] {
  return template
    .split(parameter)
    .filter(isParameter)
    .map((part) => part.slice(1, -1));
}

/**
 * How segments of a template such as `{owner}.{format}` or `{id}:cancel` are read. A parameter takes
 * at least one character, and ends where the text behind it comes first. As an expression this would
 * cost a power of the length of the segment, by the number of its parameters.
 */
export function segmentMatch(template: string): SegmentMatch {
  const parts = template.split(parameter);
  const [first = ""] = parts;
  if (parts.length === 1) return (segment) => (segment === first ? [] : undefined);
  const texts = parts.filter((part) => !isParameter(part));
  const between = texts.slice(1, -1);
  const last = texts.at(-1) ?? "";
  return (segment) => {
    if (!segment.startsWith(first)) return undefined;
    const values: string[] = [];
    let at = first.length;
    for (const text of between) {
      const end = segment.indexOf(text, at + 1);
      if (end < 0) return undefined;
      values.push(segment.slice(at, end));
      at = end + text.length;
    }
    const end = segment.length - last.length;
    if (end <= at || !segment.endsWith(last)) return undefined;
    return [...values, segment.slice(at, end)];
  };
}

function isParameter(part: string): boolean {
  return parameter.test(part);
}
