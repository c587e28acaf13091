import { BadRequest } from "@heddle/server-kit";
import type { JsonNode } from "./json.ts";
import { rewriteStrings, rewriteStringsInText, type StringRule } from "./rewrite-strings.ts";

/** How refs begin on the wire. */
export const externalPrefix = "weave:///";
/** How refs begin where they are hashed and stored. */
export const internalPrefix = "weave-trace-internal:///";
/** How a ref begins whose project the reader may not see. */
export const privatePrefix = "weave-private://///";

/** What a request may refer to. */
export interface RefLookup {
  /** The internal id of `entity/project`; throws where the caller may not refer to it. */
  internalId(project: string): string;
  /** Whether the caller may use this internal id as it stands. */
  mayUse(internalId: string): boolean;
}

/** The `entity/project` of an internal id, or nothing where the reader may not see it. */
export type VisibleProject = (internalId: string) => string | undefined;

/**
 * A value as it is hashed: every ref in internal form, also in JSON inside of strings. Throws
 * `BadRequest` for a ref without a project and for an internal ref that is not the caller's.
 */
export function internaliseRefs(node: JsonNode, lookup: RefLookup): JsonNode {
  return rewriteStrings(node, internalising(lookup));
}

/**
 * A JSON text as a client sees it: every internal ref in external form, `weave-private` where its
 * project is not visible. All other bytes stay.
 */
export function externaliseText(json: string, visible: VisibleProject): string {
  return rewriteStringsInText(json, externalising(visible));
}

/** A value as a client sees it; see {@link externaliseText}. */
export function externaliseRefs(node: JsonNode, visible: VisibleProject): JsonNode {
  return rewriteStrings(node, externalising(visible));
}

function internalising(lookup: RefLookup): StringRule {
  return {
    prefixes: [externalPrefix, internalPrefix],
    refusesDeepText: true,
    rewrite(ref) {
      if (ref.startsWith(internalPrefix)) {
        const { project } = splitInternal(ref);
        if (lookup.mayUse(project)) return ref;
        throw new BadRequest(`${quoted(ref)} is an internal ref to another project.`);
      }
      const [entity = "", project = "", ...tail] = ref.slice(externalPrefix.length).split("/");
      if (entity === "" || project === "" || tail.length === 0) {
        throw new BadRequest(
          `${quoted(ref)} is no ref: write weave:///<entity>/<project>/<kind>/<name>:<version>.`,
        );
      }
      return `${internalPrefix}${lookup.internalId(`${entity}/${project}`)}/${tail.join("/")}`;
    },
  };
}

function externalising(visible: VisibleProject): StringRule {
  return {
    prefixes: [internalPrefix],
    refusesDeepText: false,
    rewrite(ref) {
      const { project, tail } = splitInternal(ref);
      const name = visible(project);
      return name === undefined ? privatePrefix + tail : `${externalPrefix}${name}/${tail}`;
    },
  };
}

function splitInternal(ref: string): { project: string; tail: string } {
  const path = ref.slice(internalPrefix.length);
  const slash = path.indexOf("/");
  return slash === -1
    ? { project: path, tail: "" }
    : { project: path.slice(0, slash), tail: path.slice(slash + 1) };
}

function quoted(ref: string): string {
  return JSON.stringify(ref.length > 200 ? `${ref.slice(0, 200)}…` : ref);
}
