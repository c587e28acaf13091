import type { RequestProjects } from "../../../access/request-projects.ts";
import type { RefRule } from "../../digests/ref-strings.ts";
import { mayHoldRef, RefTraces } from "../../digests/ref-traces.ts";
import {
  externaliseTextAtOnce,
  externalPrefix,
  externalRule,
  internalPrefix,
  type VisibleProject,
} from "../../digests/rewrite-refs.ts";

const externalRef = /^weave:\/\/\/[^/]+\/[^/]+\/./;
const refPrefixes = [externalPrefix, internalPrefix];
/** The first characters of a ref in JSON text: of its scheme, or of an escape. */
const mayBegin: ReadonlySet<number> = new Set(["w", "\\"].map((letter) => letter.charCodeAt(0)));

/** Turns every internal ref in a JSON text into external form: calls store what clients see. */
export function externalText(json: string, projects: RequestProjects): string {
  return externaliseTextAtOnce(json, namesOf(projects));
}

/** Turns one string into external form. */
export function externalString(text: string, projects: RequestProjects): string {
  if (!text.includes(internalPrefix)) return text;
  return JSON.parse(externalText(JSON.stringify(text), projects)) as string;
}

/** Turns every internal ref in a value into external form. */
export function externalValue<T>(value: T, projects: RequestProjects): T {
  const json = JSON.stringify(value);
  return json.includes(internalPrefix) ? (JSON.parse(externalText(json, projects)) as T) : value;
}

/**
 * Collects the refs among the strings of a value, given as JSON text: each once, in external form.
 * It stops when they have `most` characters together.
 */
export function collectRefs(json: string, most: number, projects: RequestProjects): string[] {
  if (!mayHoldRef(json, refPrefixes)) return [];
  const refs = new Set<string>();
  const tokens = new Set<string>();
  const traces = new RefTraces(json, refPrefixes);
  const toExternal = externalRule(namesOf(projects));
  let length = 0;
  while (length <= most && traces.next()) {
    if (!mayBegin.has(json.charCodeAt(traces.start + 1))) continue;
    const token = json.slice(traces.start, traces.end);
    // The same refs are often repeated.
    if (tokens.has(token)) continue;
    tokens.add(token);
    const ref = refIn(JSON.parse(token) as string, toExternal);
    if (ref === undefined || refs.has(ref)) continue;
    refs.add(ref);
    length += ref.length;
  }
  return [...refs];
}

function refIn(text: string, toExternal: RefRule): string | undefined {
  const ref = text.startsWith(internalPrefix) ? toExternal.rewrite(text) : text;
  return externalRef.test(ref) ? ref.toWellFormed() : undefined;
}

/**
 * Every client may see the name of any internal id, because the id is only an encoding of the name.
 */
function namesOf(projects: RequestProjects): VisibleProject {
  return (internalId) => projects.withId(internalId)?.name;
}
