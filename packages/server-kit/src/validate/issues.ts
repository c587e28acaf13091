import type { ZodError } from "zod";
import type { Issue } from "../errors.ts";
import { Place } from "./place.ts";
import { boundInWords } from "./bound-in-words.ts";

type ZodIssue = ZodError["issues"][number];
type UnionIssue = Extract<ZodIssue, { code: "invalid_union" }>;

const maxIssues = 20;
const maxInputLength = 120;
/** The beginning of messages that say what is expected, for example those of patterns. */
const stated = "Invalid input: expected ";
/** Needed since a message may list every unknown key. */
const maxMessageLength = 500;

/**
 * The issues of a failed validation as the services report them, at most twenty.
 *
 * If no branch of a union fits, the issues of the branch that got furthest are reported.
 */
export function issuesOf(error: ZodError, input: unknown, where: string): readonly Issue[] {
  const root = new Place(where, input);
  const reader = new IssueReader();
  const told: Placed[] = [];
  for (const issue of error.issues) {
    if (told.length >= maxIssues) break;
    told.push(...reader.read(issue, root).placed);
  }
  return told.slice(0, maxIssues).map(({ place, issue, wanted, allowed }) => {
    const { value } = place;
    const loc = place.location.map((key) =>
      typeof key === "string" ? cut(key, maxInputLength) : key,
    );
    if (allowed) return describe(issue, loc, value, oneOf(allowed));
    if (wanted) return { loc, msg: `Needs one of ${wanted.join(", ")}`, type: "missing" };
    return describe(issue, loc, value);
  });
}

interface Placed {
  readonly place: Place;
  readonly issue: ZodIssue;
  /** The object here has none of these members, and needs one. */
  readonly wanted?: readonly string[];
  /** The values that the branches of a union accept here, if this value is their tag. */
  readonly allowed?: readonly unknown[];
}

/** The reportable part of an issue. */
interface Reading {
  readonly placed: readonly Placed[];
  /** Depth of the issue inside the value. A missing member counts for the object that lacks it. */
  readonly depth: number;
}

interface BranchReading extends Reading {
  readonly issues: number;
}

/**
 * Reads every issue once, however deep unions nest. Branches with members in common share the
 * issues of those members: read as a tree, they would double at each level.
 */
class IssueReader {
  readonly #known: Map<UnionIssue["errors"], Map<Place, Reading>> = new Map();

  read(issue: ZodIssue, from: Place): Reading {
    const place = from.at(issue.path);
    const steps = issue.path.length;
    const depth = place.value === undefined && steps > 0 ? steps - 1 : steps;
    if (issue.code !== "invalid_union") return { placed: [{ place, issue }], depth };
    const union = this.#union(issue, place);
    return { placed: union.placed, depth: depth + union.depth };
  }

  #union(issue: UnionIssue, place: Place): Reading {
    const readings = this.#known.get(issue.errors) ?? new Map<Place, Reading>();
    this.#known.set(issue.errors, readings);
    const reading = readings.get(place) ?? this.#readUnion(issue, place);
    readings.set(place, reading);
    return reading;
  }

  #readUnion(issue: UnionIssue, place: Place): Reading {
    const branches = issue.errors.map((branch) => this.#branch(branch, place));
    const best = bestBranch(branches);
    if (!best) return { placed: unopened(issue, place), depth: 0 };
    const tag = sharedTag(best, branches);
    return { placed: tag ? [tag] : best.placed, depth: best.depth };
  }

  #branch(branch: readonly ZodIssue[], place: Place): BranchReading {
    const placed: Placed[] = [];
    let depth = Infinity;
    for (const issue of branch) {
      const reading = this.read(issue, place);
      depth = Math.min(depth, reading.depth);
      for (const one of reading.placed) if (placed.length < maxIssues) placed.push(one);
    }
    return { placed, depth, issues: branch.length };
  }
}

/**
 * The branch that was most likely meant: its first fault lies deepest (the tag fitted, the content
 * content did not), then it has the fewest. `undefined` if no branch looked inside the value.
 */
function bestBranch(branches: readonly BranchReading[]): BranchReading | undefined {
  let best: BranchReading | undefined;
  for (const branch of branches) {
    const { depth, issues } = branch;
    if (depth === 0) continue;
    const isCloser = !best || depth > best.depth || (depth === best.depth && issues < best.issues);
    if (isCloser) best = branch;
  }
  return best;
}

/**
 * If several branches got equally far, and each found only another value than it expects at the
 * same place, that place is their tag: every value that one of them accepts is allowed there.
 */
function sharedTag(best: BranchReading, branches: readonly BranchReading[]): Placed | undefined {
  const [tag, ...others] = best.placed;
  if (!tag || others.length > 0 || valuesOf(tag).length === 0) return undefined;
  const tagOf = ({ placed }: BranchReading): Placed | undefined =>
    placed.find((one) => one.place === tag.place && valuesOf(one).length > 0);
  const rivals = branches.filter(
    ({ depth, issues }) => depth === best.depth && issues === best.issues,
  );
  if (rivals.filter(tagOf).length < 2) return undefined;
  const allowed = branches.map(tagOf).flatMap((one) => (one ? valuesOf(one) : []));
  return { ...tag, allowed: [...new Set(allowed)] };
}

function valuesOf({ issue, allowed }: Placed): readonly unknown[] {
  if (allowed) return allowed;
  return issue.code === "invalid_value" ? issue.values : [];
}

function oneOf(values: readonly unknown[]): string {
  return `Invalid input: expected one of ${values.map((value) => JSON.stringify(value)).join("|")}`;
}

/**
 * The issues of a union in which no branch looked inside the value: its missing members, if any.
 */
function unopened(union: UnionIssue, place: Place): readonly Placed[] {
  const lists = missingMembers(union, place.value);
  const fewest = Math.min(...lists.map(({ length }) => length));
  const wanted = new Set(lists.filter(({ length }) => length === fewest).flat());
  if (wanted.size === 0) return [{ place, issue: union }];
  if (wanted.size > fewest) return [{ place, issue: union, wanted: [...wanted] }];
  return [...wanted].map((name) => ({ place: place.at([name]), issue: union }));
}

/**
 * The missing members of each branch that fails for missing members alone. A branch that refuses a
 * member that the object has, or refuses an object at all, was not meant.
 */
function missingMembers(union: UnionIssue, value: unknown): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return union.errors.flatMap((branch) => {
    const named: string[] = [];
    let nested: readonly (readonly string[])[] = [[]];
    for (const issue of branch) {
      const [name, ...deeper] = issue.path;
      if (name === undefined && issue.code === "unrecognized_keys") continue;
      if (name === undefined && issue.code === "invalid_union") {
        nested = missingMembers(issue, value);
      } else if (name === undefined || deeper.length > 0 || Object.hasOwn(value, name)) {
        return [];
      } else {
        named.push(String(name));
      }
    }
    return nested.map((more) => [...named, ...more]).filter(({ length }) => length > 0);
  });
}

function describe(
  issue: ZodIssue,
  loc: Issue["loc"],
  value: unknown,
  msg: string = message(issue),
): Issue {
  if (value === undefined) return { loc, msg: "Field required", type: "missing" };
  const input = briefly(value);
  const described = { loc, msg: cut(msg, maxMessageLength), type: issue.code };
  return input === undefined ? described : { ...described, input };
}

function message(issue: ZodIssue): string {
  if (issue.code === "too_small" || issue.code === "too_big") return boundInWords(issue);
  if (issue.code !== "invalid_union") {
    return issue.message.replace(/(?<=\bexpected )(?:int|record)\b/, typeName);
  }
  const expected = expectations(issue);
  return expected.length > 0 ? `Invalid input: expected ${expected.join(" or ")}` : issue.message;
}

/** The types and values that the branches of a union accept in this place, each once. */
function expectations(union: UnionIssue): readonly string[] {
  const here = union.errors.flat().filter(({ path }) => path.length === 0);
  const expected = here.flatMap((issue) => {
    if (issue.code === "invalid_union") return expectations(issue);
    if (issue.code === "invalid_value") return issue.values.map((value) => JSON.stringify(value));
    if ("expected" in issue) return [typeName(issue.expected)];
    return issue.message.startsWith(stated) ? [issue.message.slice(stated.length)] : [];
  });
  return [...new Set(expected)];
}

/** JSON's name of a type; zod has its own names for some. */
function typeName(expected: string): string {
  if (expected === "record") return "object";
  return expected === "int" ? "integer" : expected;
}

/** Scalars are repeated, cut short; containers are not. */
function briefly(value: unknown): unknown {
  if (typeof value === "object" && value !== null) return undefined;
  return typeof value === "string" ? cut(value, maxInputLength) : value;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
