import { mayHoldRef } from "../../digests/ref-traces.ts";
import { externalPrefix } from "../../digests/rewrite-refs.ts";
import { afterValue } from "../../json-text/after-value.ts";
import {
  afterBlank,
  afterString,
  closeArray,
  closeObject,
  comma,
  openArray,
  openObject,
  quote,
} from "../../json-text/characters.ts";
import type { ExpandNode } from "./expand-columns.ts";

/** The place of a ref in a JSON text that may be expanded. */
export interface RefSite {
  readonly start: number;
  readonly end: number;
  readonly ref: string;
  /** What to expand inside the value of the ref. */
  readonly node: ExpandNode;
}

const prefixes = [externalPrefix];

/** The refs to expand in a valid JSON text, in their order. Of equal names, the last one counts. */
export function refSites(text: string, node: ExpandNode): readonly RefSite[] {
  if (!mayHoldRef(text, prefixes)) return [];
  const sites: RefSite[] = [];
  visit(text, afterBlank(text, 0), node, sites);
  return sites;
}

/** Collects the sites in the value that begins at `at`, and returns the position after it. */
function visit(text: string, at: number, node: ExpandNode, sites: RefSite[]): number {
  const code = text.charCodeAt(at);
  if (code === openObject && node.steps.size > 0) return visitObject(text, at, node, sites);
  if (code === openArray && node.steps.size > 0) return visitArray(text, at, node, sites);
  const end = afterValue(text, at);
  if (code === quote && node.isExpanded) {
    const ref = JSON.parse(text.slice(at, end)) as string;
    if (ref.startsWith(externalPrefix)) sites.push({ start: at, end, ref, node });
  }
  return end;
}

function visitObject(text: string, start: number, node: ExpandNode, sites: RefSite[]): number {
  const inMembers = new Map<ExpandNode, RefSite[]>();
  let at = afterBlank(text, start + 1);
  while (at < text.length && text.charCodeAt(at) !== closeObject) {
    const nameEnd = afterString(text, at);
    const step = node.steps.get(decoded(text, at, nameEnd));
    const value = afterBlank(text, afterBlank(text, nameEnd) + 1);
    if (step) {
      const found: RefSite[] = [];
      at = visit(text, value, step, found);
      // Delete it first: then the order is that of the members that count.
      inMembers.delete(step);
      inMembers.set(step, found);
    } else {
      at = afterValue(text, value);
    }
    at = afterEntry(text, at);
  }
  for (const found of inMembers.values()) sites.push(...found);
  return at + 1;
}

function visitArray(text: string, start: number, node: ExpandNode, sites: RefSite[]): number {
  let at = afterBlank(text, start + 1);
  for (let index = 0; at < text.length && text.charCodeAt(at) !== closeArray; index += 1) {
    const step = node.steps.get(String(index));
    at = step ? visit(text, at, step, sites) : afterValue(text, at);
    at = afterEntry(text, at);
  }
  return at + 1;
}

/** The position of the next entry, or of the end of the container. */
function afterEntry(text: string, end: number): number {
  const at = afterBlank(text, end);
  return text.charCodeAt(at) === comma ? afterBlank(text, at + 1) : at;
}

function decoded(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes("\\") ? (JSON.parse(text.slice(start, end)) as string) : raw;
}
