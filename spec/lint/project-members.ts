import type { Context, Operation, Parameter, Schema } from "./redocly-types.ts";
import { type Placed, resolved } from "./schema-walk.ts";

/** A member of a request that names a project. */
export interface ProjectMember {
  /** As a place of `x-project`: `/start/project_id`, `query:/project_id`. */
  readonly place: string;
  /** The place of the entity, where that stands beside the project. */
  readonly entity: string | undefined;
  /** Whether the member is a ref, which contains a project. */
  readonly isRef: boolean;
}

/** The schema of a whole project: `entity/project`. */
const projectSchema = /[/\\]common[/\\]ids\.yaml#\/ProjectId$/;
/** Members with such a name are projects, whatever schema they have: a schema may be copied. */
const projectName = /(?:^|[-_])project(?:[-_]ids?)?$/i;
/** Members with such a name contain a project. */
const refName = /^refs?$/;
/** The step through a member of any name, which no place of `x-project` can express. */
const anyName = "{name}";

/** Whether a place has a member of any name on its way. */
export function hasAnyName(place: string): boolean {
  return place.includes(`/${anyName}`);
}

/** Every member of a request that names a project: parameters, parts of forms, members of bodies. */
export function projectMembers(
  { requestBody }: Operation,
  parameters: readonly Parameter[],
  context: Context,
): readonly ProjectMember[] {
  const here = context.location.source.absoluteRef;
  const search: Search = { context, open: [], name: "", entity: undefined };
  const found = parameters.flatMap((one) => resolved({ node: one, from: here }, context) ?? []);
  const hasEntity = found.some(({ node }) => node.in === "path" && node.name === "entity");
  const inParameters = found.flatMap(({ node: { in: where, name = "", schema }, from }) => {
    if (schema === undefined || where === "cookie") return [];
    const entity = hasEntity && where === "path" && name === "project" ? "path:/entity" : undefined;
    return walk({ node: schema, from }, `${where}:/${name}`, { ...search, name, entity });
  });
  const body = requestBody && resolved({ node: requestBody, from: here }, context);
  const inBody = Object.entries(body?.node.content ?? {}).flatMap(([type, { schema }]) => {
    const at = type.startsWith("multipart/") ? "part:" : "";
    return body && schema ? walk({ node: schema, from: body.from }, at, search) : [];
  });
  const byPlace = new Map([...inParameters, ...inBody].map((member) => [member.place, member]));
  return [...byPlace.values()];
}

interface Search {
  readonly context: Context;
  /** References on the way to this schema: a schema that contains itself is entered once. */
  readonly open: readonly string[];
  /** The name of the member. */
  readonly name: string;
  /** The place of its neighbour `entity`. */
  readonly entity: string | undefined;
}

function walk(schema: Placed, place: string, search: Search): readonly ProjectMember[] {
  const found = resolved(schema, search.context);
  if (!found) return [];
  const { node, from, reference } = found;
  if (isProject(node, reference, search.name)) {
    return [{ place, entity: search.entity, isRef: refName.test(search.name) }];
  }
  if (reference !== undefined && search.open.includes(reference)) return [];
  // A query has operands in operands: without this test the walk would try every order of them.
  if (!holdsProject(schema, search)) return [];
  const open = reference === undefined ? search.open : [...search.open, reference];
  const entity = node.properties?.["entity"] && `${place}/entity`;
  return childrenOf(node).flatMap(({ child, name }) => {
    const next = { node: child, from };
    if (name === undefined) return walk(next, place, { ...search, open });
    const own = name === "*" ? search.name : name;
    const beside = own === "project" ? entity : undefined;
    return walk(next, `${place}/${name}`, { ...search, open, name: own, entity: beside });
  });
}

function isProject(node: Schema, reference: string | undefined, name: string): boolean {
  if (reference !== undefined && projectSchema.test(reference)) return true;
  const isText = [node.type].flat().includes("string");
  return isText && (projectName.test(name) || refName.test(name));
}

/** Whether a schema or anything below it names a project. */
function holdsProject(schema: Placed, search: Search, seen: Set<string> = new Set()): boolean {
  const found = resolved(schema, search.context);
  if (!found) return false;
  const { node, from, reference } = found;
  if (isProject(node, reference, search.name)) return true;
  if (reference !== undefined) {
    if (seen.has(reference)) return false;
    seen.add(reference);
  }
  return childrenOf(node).some(({ child, name }) => {
    const own = name === undefined || name === "*" ? search.name : name;
    return holdsProject({ node: child, from }, { ...search, name: own }, seen);
  });
}

interface Child {
  readonly child: Schema;
  /** The step to it: a name, `*` for an item; undefined if it describes the same value. */
  readonly name: string | undefined;
}

function childrenOf(node: Schema): readonly Child[] {
  const { properties = {}, items, additionalProperties: rest } = node;
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return [
    ...Object.entries(properties).map(([name, child]) => ({ child, name })),
    ...branches.map((child) => ({ child, name: undefined })),
    ...(items ? [{ child: items, name: "*" }] : []),
    ...(typeof rest === "object" ? [{ child: rest, name: anyName }] : []),
  ];
}
