import { requestBounds } from "../../config/request-bounds.ts";
import { BadRequest } from "@heddle/server-kit";
import type { Project } from "../../access/project-id.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import { externalPrefix, internalPrefix } from "../digests/rewrite-refs.ts";

/** What a step of an extra path goes through. */
export type Edge = "attr" | "key" | "index" | "id";

/** One step into a value: an attribute, a key, an index of a list, a row of a table. */
export interface RefStep {
  readonly edge: Edge;
  /** Decoded; of an index the digits. */
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

/** A table. What follows its digest in the text belongs to the client and is not read. */
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

/** What a ref URI points at. */
export type Ref = ObjectRef | TableRef | CallRef;

/** Longer ones are text: reading them makes an object of each of their steps. */
const maxLength = requestBounds.refCharacters.limit;

const edges: ReadonlySet<string> = new Set(["attr", "key", "index", "id"]);

/**
 * Reads a ref in external or internal form; throws `BadRequest` where it is none.
 *
 * @example
 * parseRef("weave:///acme/support/object/ds:DIGEST/attr/rows/id/ROW", projects);
 */
export function parseRef(text: string, projects: RequestProjects): Ref {
  const { project, path } = splitProject(text, projects);
  const [kind, target = "", ...tail] = path;
  switch (kind) {
    case "object":
    case "op": {
      const [name = "", version = "", ...more] = target.split(":");
      if (name === "" || version === "" || more.length > 0) {
        throw malformed(text, "after the kind comes <name>:<version>, with exactly one colon");
      }
      return { kind, project, name, version, extra: parseExtra(text, tail) };
    }
    case "table":
      if (target === "") throw malformed(text, "the digest of the table is missing");
      return { kind, project, digest: target };
    case "call":
      if (target === "") throw malformed(text, "the id of the call is missing");
      return { kind, project, id: target, extra: parseExtra(text, tail) };
    default:
      throw malformed(text, "the kind is one of object, op, table and call");
  }
}

/** The text of a ref, by default in the form in which it is stored and hashed. */
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
): { project: Project; path: string[] } {
  if (text.length > maxLength) throw malformed(text, `it has more than ${maxLength} characters`);
  if (text.startsWith(internalPrefix)) {
    const [id = "", ...path] = text.slice(internalPrefix.length).split("/");
    if (id === "") throw malformed(text, "the project is missing");
    const project = projects.withId(id);
    if (!project) throw malformed(text, "no project can have this id");
    return { project, path };
  }
  if (text.startsWith(externalPrefix)) {
    const [entity = "", name = "", ...path] = text.slice(externalPrefix.length).split("/");
    if (entity === "" || name === "") throw malformed(text, "the project is missing");
    return { project: projects.named(`${entity}/${name}`), path };
  }
  throw malformed(text, `a ref starts with ${externalPrefix}`);
}

function parseExtra(text: string, tail: readonly string[]): RefStep[] {
  if (tail.length % 2 !== 0) throw malformed(text, "the path is made of pairs <edge>/<value>");
  const steps: RefStep[] = [];
  for (let at = 0; at < tail.length; at += 2) {
    const edge = tail[at] ?? "";
    const value = decode(tail[at + 1] ?? "");
    if (!isEdge(edge)) throw malformed(text, "the edges are attr, key, index and id");
    if (edge === "index" && !/^-?[0-9]+$/.test(value)) {
      throw malformed(text, "an index is a whole number");
    }
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

/** All but `A-Za-z0-9_.-~`. */
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
    // Clients that do not encode send a bare per cent sign: then the text is the value.
    if (error instanceof URIError) return value;
    throw error;
  }
}

function malformed(text: string, rule: string): BadRequest {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return new BadRequest(`${JSON.stringify(shown)} is no ref: ${rule}.`, {
    error_type: "InvalidRequest",
  });
}
