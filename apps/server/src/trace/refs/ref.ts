import { requestBounds } from "../../config/request-bounds.ts";
import type { Project } from "../../access/project-id.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { externalPrefix, internalPrefix } from "../digests/rewrite-refs.ts";

/** The kind of a step in an extra path. */
export type Edge = "attr" | "key" | "index" | "id";

/** One step into a value: an attribute, a key, an index of a list, a row of a table. */
export interface RefStep {
  readonly edge: Edge;
  /** The decoded value; for an index its digits. */
  readonly value: string;
}

interface InProject {
  readonly project: Project;
}

/** A version of an object or op, and optionally a path into its value. */
export interface ObjectRef extends InProject {
  readonly kind: "object" | "op";
  readonly name: string;
  readonly version: string;
  readonly extra: readonly RefStep[];
}

/** A table. The text after its digest belongs to the client and is not read. */
export interface TableRef extends InProject {
  readonly kind: "table";
  readonly digest: string;
}

/** A call, and optionally a path into it. */
export interface CallRef extends InProject {
  readonly kind: "call";
  readonly id: string;
  readonly extra: readonly RefStep[];
}

/** The target of a ref URI. */
export type Ref = ObjectRef | TableRef | CallRef;

/** Longer texts are not read as refs, because each step of a ref becomes an object in memory. */
const maxLength = requestBounds.refCharacters.limit;

const edges: ReadonlySet<string> = new Set(["attr", "key", "index", "id"]);

/** A text in the place of a ref is not a ref. */
export class MalformedRef extends InvalidInput {
  constructor(text: string, rule: string) {
    const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
    super(`${JSON.stringify(shown)} is no ref: ${rule}.`);
  }
}

/**
 * Reads a ref in external or internal form. For any other text it returns the rule that the text
 * breaks: texts that look like refs are stored, too.
 *
 * @example
 * parseRef("weave:///acme/support/object/ds:DIGEST/attr/rows/id/ROW", projects);
 */
export function parseRef(text: string, projects: RequestProjects): Ref | string {
  const split = splitProject(text, projects);
  if (typeof split === "string") return split;
  const { project, path } = split;
  const [kind, target = "", ...tail] = path;
  switch (kind) {
    case "object":
    case "op": {
      const [name = "", version = "", ...more] = target.split(":");
      if (name === "" || version === "" || more.length > 0) {
        return "after the kind comes <name>:<version>, with exactly one colon";
      }
      const extra = parseExtra(tail);
      return typeof extra === "string" ? extra : { kind, project, name, version, extra };
    }
    case "table":
      if (target === "") return "the digest of the table is missing";
      return { kind, project, digest: target };
    case "call": {
      if (target === "") return "the id of the call is missing";
      const extra = parseExtra(tail);
      return typeof extra === "string" ? extra : { kind, project, id: target, extra };
    }
    default:
      return "the kind is one of object, op, table and call";
  }
}

/** Writes a ref as text, by default in the internal form, which is stored and hashed. */
export function formatRef(ref: Ref, form: "internal" | "external" = "internal"): string {
  const start =
    form === "internal" ? internalPrefix + ref.project.id : externalPrefix + ref.project.name;
  switch (ref.kind) {
    case "table":
      return `${start}/table/${ref.digest}`;
    case "call":
      return `${start}/call/${ref.id}${formatExtra(ref.extra)}`;
    default:
      return `${start}/${ref.kind}/${ref.name}:${ref.version}${formatExtra(ref.extra)}`;
  }
}

function splitProject(
  text: string,
  projects: RequestProjects,
): { project: Project; path: string[] } | string {
  if (text.length > maxLength) return `it has more than ${maxLength} characters`;
  if (text.startsWith(internalPrefix)) {
    const [id = "", ...path] = text.slice(internalPrefix.length).split("/");
    if (id === "") return "the project is missing";
    const project = projects.withId(id);
    return project ? { project, path } : "no project can have this id";
  }
  if (text.startsWith(externalPrefix)) {
    const [entity = "", name = "", ...path] = text.slice(externalPrefix.length).split("/");
    if (entity === "" || name === "") return "the project is missing";
    const project = projects.find(`${entity}/${name}`);
    return project ? { project, path } : "no project can have this name";
  }
  return `a ref starts with ${externalPrefix}`;
}

function parseExtra(tail: readonly string[]): RefStep[] | string {
  if (tail.length % 2 !== 0) return "the path is made of pairs <edge>/<value>";
  const steps: RefStep[] = [];
  for (let at = 0; at < tail.length; at += 2) {
    const edge = tail[at] ?? "";
    const value = decode(tail[at + 1] ?? "");
    if (!isEdge(edge)) return "the edges are attr, key, index and id";
    if (edge === "index" && !/^-?[0-9]+$/.test(value)) return "an index is a whole number";
    steps.push({ edge, value });
  }
  return steps;
}

function isEdge(text: string): text is Edge {
  return edges.has(text);
}

function formatExtra(extra: readonly RefStep[]): string {
  return extra.map(({ edge, value }) => `/${edge}/${encode(value)}`).join("");
}

/** Percent-encodes all characters except `A-Za-z0-9_.-~`. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    // Clients that do not encode may send a bare percent sign; then the text is the value.
    if (error instanceof URIError) return value;
    throw error;
  }
}
