import { InvalidInput } from "../../refusals/refusal.ts";
import type { ProjectId, ProjectName } from "../../access/project-id.ts";
import { atOnce, inTurns, type LoopTurn } from "../../budgets/loop-turns.ts";
import type { RefRule } from "./ref-strings.ts";
import { RefText } from "./ref-text.ts";
import { mayHoldRef } from "./ref-traces.ts";

/** The prefix of refs in requests and answers. */
export const externalPrefix = "weave:///";
/** The prefix of refs in hashed and stored texts. */
export const internalPrefix = "weave-trace-internal:///";
const internalPrefixes = [internalPrefix];
const bothPrefixes = [externalPrefix, internalPrefix];
/** The prefix of a ref whose project the reader may not see. */
export const privatePrefix = "weave-private://///";

/** Decides which projects the refs of a request may name. */
export interface RefLookup {
  /** The id of the project that a ref names; throws if the caller may not refer to it. */
  internalId(project: string): ProjectId;
  /** Whether the caller may use this internal id in a ref. */
  mayUse(internalId: string): boolean;
}

/** The name of the project with this internal id; undefined if the reader may not see it. */
export type VisibleProject = (internalId: string) => ProjectName | undefined;

/**
 * Turns every internal ref in a JSON text into external form, with `weave-private` if its project
 * is not visible. All other bytes stay the same.
 */
export async function externaliseText(
  json: string,
  visible: VisibleProject,
  turn?: LoopTurn,
): Promise<string> {
  if (!mayHoldRef(json, internalPrefixes)) return json;
  const work = new RefText(json, externalRule(visible));
  await inTurns(work, turn);
  return work.result;
}

/** The same without a pause, for texts of bounded length. */
export function externaliseTextAtOnce(json: string, visible: VisibleProject): string {
  if (!mayHoldRef(json, internalPrefixes)) return json;
  const work = new RefText(json, externalRule(visible));
  atOnce(work);
  return work.result;
}

/**
 * Turns every external ref in a valid JSON text into internal form. All other bytes stay the same.
 * Throws what {@link internalRule} throws.
 */
export async function internaliseText(
  json: string,
  lookup: RefLookup,
  turn?: LoopTurn,
): Promise<string> {
  if (!mayHoldRef(json, bothPrefixes)) return json;
  const work = new RefText(json, internalRule(lookup));
  await inTurns(work, turn);
  return work.result;
}

/**
 * The rule that brings refs into the form for hashing. Throws `InvalidInput` for a ref without a
 * project, and for an internal ref to a project that the caller may not use.
 */
export function internalRule(lookup: RefLookup): RefRule {
  const idOf = remembering((project) => lookup.internalId(project));
  const mayUse = remembering((id) => lookup.mayUse(id));
  return {
    prefixes: bothPrefixes,
    refusesLargeText: true,
    rewrite(ref) {
      if (ref.startsWith(internalPrefix)) {
        const { project } = splitInternal(ref);
        if (mayUse(project)) return ref;
        throw new InvalidInput(`${quoted(ref)} is an internal ref to another project.`);
      }
      const start = externalPrefix.length;
      const slash = ref.indexOf("/", start);
      const end = ref.indexOf("/", slash + 1);
      if (slash <= start || end <= slash + 1) {
        throw new InvalidInput(
          `${quoted(ref)} is no ref: write weave:///<entity>/<project>/<kind>/<name>:<version>.`,
        );
      }
      return `${internalPrefix}${idOf(ref.slice(start, end))}${ref.slice(end)}`;
    },
  };
}

/** The rule that brings refs into the form for clients; see {@link externaliseText}. */
export function externalRule(visible: VisibleProject): RefRule {
  const nameOf = remembering(visible);
  return {
    prefixes: internalPrefixes,
    refusesLargeText: false,
    rewrite(ref) {
      const { project, tail } = splitInternal(ref);
      const name = nameOf(project);
      return name === undefined ? privatePrefix + tail : `${externalPrefix}${name}/${tail}`;
    },
  };
}

/** Remembers the last answer, because most refs of a value lead into one project. */
function remembering<Answer>(ask: (name: string) => Answer): (name: string) => Answer {
  let last: { readonly name: string; readonly answer: Answer } | undefined;
  return (name) => {
    if (last?.name !== name) last = { name, answer: ask(name) };
    return last.answer;
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
