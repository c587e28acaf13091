/**
 * The texts of the parameters in a segment of a path, in order; `undefined` if the segment does not
 * fit the template.
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
 * Makes a matcher for segments of a template such as `{owner}.{format}` or `{id}:cancel`. A
 * parameter takes at least one character, and ends at the first occurrence of the text behind it. A
 * regular expression with n parameters could take time in the n-th power of the segment's length.
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
