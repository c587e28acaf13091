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
  readonly schema?: Readonly<Record<string, unknown>>;
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
    owners: Array.isArray(projects) ? [...new Set(projects.map(ownerOf))] : [],
  };
}

/** A path takes any text that is there; a query may leave one out. */
function mayBeWrong({ in: where, schema = {} }: RefusingParameter): boolean {
  const isRuled = ["$ref", "enum", "const", "pattern", "format"].some((word) => word in schema);
  return where === "query" || (where === "path" && (isRuled || schema["type"] !== "string"));
}

/** The finder or owner of a place: `model` for `model:path:/model_id`, `pair` for an entity and a project. */
function ownerOf(place: unknown): string {
  if (Array.isArray(place)) return "pair";
  const [word = ""] = String(place).split(":");
  const isPlain =
    String(place) === "path" || word.startsWith("/") || word === "query" || word === "part";
  return isPlain ? "project" : word;
}
