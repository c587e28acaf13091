import { writtenProjects, type WrittenPlace } from "../projects/written-projects.ts";

/** The facts of an operation that decide which refusals it documents. */
export interface Facts {
  /** As the folder of the spec: `trace`. */
  readonly service: string;
  /** The first tag: `chat`. */
  readonly resource: string;
  readonly access: string;
  readonly hasBody: boolean;
  /** Whether a parameter can break its schema. */
  readonly hasParameters: boolean;
  readonly isIdempotent: boolean;
  /** Where projects stand: `model`, `pair`, `header`, or `project` for a plain `entity/project`. */
  readonly owners: readonly string[];
}

/** The part of an operation that its refusals follow from. References to parameters are resolved. */
export interface RefusingOperation {
  readonly tags?: readonly string[];
  readonly "x-access"?: string;
  readonly "x-project"?: unknown;
  readonly requestBody?: unknown;
  readonly parameters?: readonly RefusingParameter[];
}

interface RefusingParameter {
  readonly in?: string;
  readonly name?: string;
  readonly schema?: { readonly type?: unknown };
}

/** The facts of an operation in a file of `spec/<service>/paths`. */
export function factsOf(operation: RefusingOperation, file: string): Facts {
  const { tags, parameters = [], requestBody, "x-project": projects } = operation;
  const [, service = ""] = /([^/\\]+)[/\\]paths[/\\][^/\\]+$/.exec(file) ?? [];
  return {
    service,
    resource: tags?.[0] ?? "",
    access: operation["x-access"] ?? "",
    hasBody: requestBody !== undefined,
    hasParameters: parameters.some(mayBeWrong),
    isIdempotent: parameters.some((one) => one.name === "Idempotency-Key"),
    owners: [...new Set(writtenProjects(projects).checked.map(ownerOf))],
  };
}

/** A path takes any text that is there; a query may leave one out. */
function mayBeWrong({ in: where, schema = {} }: RefusingParameter): boolean {
  const isRuled = ["$ref", "enum", "const", "pattern", "format"].some((word) => word in schema);
  return where === "query" || (where === "path" && (isRuled || schema.type !== "string"));
}

/** The finder or owner of a place: `model` for `model:path:/model_id`, `pair` for an entity and a project. */
function ownerOf({ by, members }: WrittenPlace): string {
  if (by !== undefined) return by;
  const [first = "", second] = members;
  if (first.startsWith("header:")) return "header";
  // A path always has both of a pair, so it is as good as a plain project.
  return second === undefined || first.startsWith("path:") ? "project" : "pair";
}
