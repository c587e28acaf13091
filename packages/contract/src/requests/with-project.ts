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

/** Texts that name a project in a form of their own, by the finder that reads them. */
const namedBy: Readonly<Record<string, (project: string) => string>> = {
  ref: (project) => `weave:///${project}/object/thing:${"a".repeat(43)}`,
  "model-name": (project) => `wandb-artifact:///${project}/thing`,
  "artifact-url": (project) => `wandb-artifact:///${project}/thing:v0`,
};

/**
 * The same request with every project in it replaced, where `x-project` says that one stands, and
 * with these ids of what belongs to it, by the kind of thing.
 *
 * Generated project names are anybody's; the suites want them to be their own.
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
    if (by !== undefined) {
      const text = namedBy[by]?.(project) ?? ids[by];
      if (text !== undefined) replaceAt(holder, segmentsOf(place.at), text);
    } else if (entityAt === undefined) replaceAt(holder, segmentsOf(place.at), project);
    else {
      replaceAt(holder, segmentsOf(entityAt), entity);
      replaceAt(holder, segmentsOf(place.at), name);
    }
  }
  return changed;
}

function segmentsOf(pointer: string): readonly string[] {
  return pointer.split("/").slice(1);
}

function replaceAt(value: unknown, segments: readonly string[], replacement: unknown): void {
  const [segment, ...rest] = segments;
  if (segment === undefined || typeof value !== "object" || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const key of segment === "*" ? Object.keys(holder) : [segment]) {
    if (rest.length > 0) replaceAt(holder[key], rest, replacement);
    else if (key in holder) holder[key] = replacement;
  }
}
