import type { ProjectPlace } from "@heddle/server-kit";
import type { PlacedOperation } from "../spec/document.ts";
import type { Service } from "../spec/services.ts";
import type { RequestValues } from "./values.ts";

/** Where the projects of an operation's requests stand, as the kit knows it. */
export function projectPlaces(
  service: Service,
  { operation }: PlacedOperation,
): readonly ProjectPlace[] {
  const known = service.kitOperations.find(({ id }) => id === operation.operationId);
  if (known === undefined) throw new Error(`The kit has no operation ${operation.operationId}.`);
  return known.projects;
}

const artifact = /^(wandb-artifact:\/\/\/?)[^/]*\/[^/]*/;

/** The beginnings of texts that contain a project, by the finder that reads them. */
const named: Readonly<Record<string, RegExp>> = {
  ref: /^(weave:\/\/\/)[^/]*\/[^/]*/,
  "model-name": artifact,
  "artifact-url": artifact,
};

/** Whether a finder reads the project out of a text; else an owner has to look it up. */
export function isReadable(by: string): boolean {
  return by in named;
}

/**
 * The same request with every project replaced, at the places that `x-project` names, and with
 * these ids of the project's things, by kind.
 *
 * Generated project names are arbitrary; the suites need projects of their own.
 */
export function withProject(
  service: Service,
  placed: PlacedOperation,
  values: RequestValues,
  project: string,
  ids: Readonly<Record<string, string>> = {},
): RequestValues {
  const [entity, name] = project.split("/");
  const changed = structuredClone(values) as Record<string, unknown> & RequestValues;
  for (const place of projectPlaces(service, placed)) {
    const { by, entityAt } = place;
    const holder = changed[place.in === "part" ? "body" : place.in];
    const replace = (at: string, change: Change): void =>
      replaceAt(holder, at.split("/").slice(1), change);
    if (by !== undefined)
      replace(place.at, (text) => renamed(text, by, project) ?? ids[by] ?? text);
    else if (entityAt === undefined) replace(place.at, () => project);
    else {
      replace(entityAt, () => entity);
      replace(place.at, () => name);
    }
  }
  return changed;
}

type Change = (value: unknown) => unknown;

/** The same text about another project; undefined if the finder cannot read the text. */
function renamed(text: unknown, by: string, project: string): unknown {
  const pattern = named[by];
  if (pattern === undefined) return undefined;
  return typeof text === "string" ? text.replace(pattern, `$1${project}`) : text;
}

function replaceAt(value: unknown, segments: readonly string[], change: Change): void {
  const [segment, ...rest] = segments;
  if (segment === undefined || typeof value !== "object" || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const key of segment === "*" ? Object.keys(holder) : [segment]) {
    if (rest.length > 0) replaceAt(holder[key], rest, change);
    else if (key in holder) holder[key] = change(holder[key]);
  }
}
