import type { OperationSpec } from "./operation.ts";
import { parameterNames, segmentMatch, type SegmentMatch } from "./segment-template.ts";

/** A path as Hono routes it, and how to find the parameters in the segments that matched. */
export interface RoutePath {
  /** Every templated segment is one parameter: `/v2/:s1/calls/:s3`. */
  readonly pattern: string;
  /**
   * Whether a path that fits the pattern fits the template too: `{name}.json` also needs its
   * suffix. Absent if every such path fits, as nearly always.
   */
  readonly matches: ((segment: Segments) => boolean) | undefined;
  /** The value of a parameter, percent-decoded. */
  read(name: string, segment: Segments): string | undefined;
}

/** The segments that Hono matched, by Hono's names. */
export type Segments = (name: string) => string | undefined;

interface Place {
  /** Hono's name of the segment. */
  readonly segment: string;
  /** Absent if the parameter is the whole segment, as nearly always. */
  readonly within: { readonly match: SegmentMatch; readonly index: number } | undefined;
}

/**
 * The route of a path template: `/v2/{entity}/calls`. It covers templates that Hono cannot express:
 * names that are not identifiers, and several parameters in a segment (`/{owner}.{format}`,
 * `/{id}:cancel`). With a slashed tail, the last parameter goes on to the end of the path.
 */
export function routePath(template: string, hasSlashedTail: boolean = false): RoutePath {
  const places = new Map<string, Place>();
  const partial = new Map<string, SegmentMatch>();
  const segments = template.split("/").map((segment, at) => {
    if (!segment.includes("{")) return segment;
    const name = `s${at}`;
    const names = parameterNames(segment);
    if (segment === `{${names[0]}}`) {
      places.set(names[0] ?? "", { segment: name, within: undefined });
    } else {
      const match = segmentMatch(segment);
      partial.set(name, match);
      names.forEach((parameter, index) => {
        places.set(parameter, { segment: name, within: { match, index } });
      });
    }
    return `:${name}`;
  });
  const pattern = segments.join("/");
  return {
    pattern: hasSlashedTail ? `${pattern}{[^]+}` : pattern,
    matches:
      partial.size === 0
        ? undefined
        : (segment) =>
            [...partial].every(([name, match]) => match(segment(name) ?? "") !== undefined),
    read(name, segment) {
      const place = places.get(name);
      const text = place && segment(place.segment);
      if (!place?.within) return text;
      return place.within.match(text ?? "")?.[place.within.index];
    },
  };
}

/**
 * Operations in the order in which they are tried: if a concrete and a templated path both fit,
 * OpenAPI chooses the concrete one.
 */
export function inRoutingOrder(operations: readonly OperationSpec[]): readonly OperationSpec[] {
  return [...operations].sort((a, b) => compare(vagueness(a.path), vagueness(b.path)));
}

/** Segment by segment: 0 for a literal, 1 for a partly templated one, 2 for any text. */
function vagueness(path: string): readonly number[] {
  return path.split("/").map((segment) => {
    if (!segment.includes("{")) return 0;
    return /^\{[^{}]+\}$/.test(segment) ? 2 : 1;
  });
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
