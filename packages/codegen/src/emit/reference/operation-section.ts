import type { Context } from "../../document/context.ts";
import type {
  MediaTypeObject,
  Named,
  ParameterObject,
  ResponseObject,
} from "../../document/openapi.ts";
import { at } from "../../document/pointer.ts";
import type { Operation } from "../../transform/operation-object.ts";
import { clientCall } from "./client-call.ts";
import { curlCommand } from "./curl.ts";
import { jsonText, shownText } from "./example-text.ts";
import { examplesOf } from "./examples.ts";
import type { Links } from "./links.ts";
import { anchor, code, fenced, table } from "./markdown.ts";
import { memberTable, schemaNotes } from "./member-table.ts";
import { limitsOf, readableType } from "./readable-type.ts";

/** The length beyond which an answer is not shown in a cell. */
const longestCell = 160;

/** Everything that a caller needs to know about one operation. */
export function operationSection(
  operation: Operation,
  context: Context,
  links: Links,
): readonly string[] {
  const { id, source, method, path } = operation;
  const { summary, description } = source;
  return [
    `${anchor(id)}\n\n## ${id}`,
    ...(textOf(summary) === "" ? [] : [`**${textOf(summary).replace(/\.$/, "")}.**`]),
    [code(`${method.toUpperCase()} ${path}`), ...facts(operation)].join(" · "),
    textOf(description),
    ...secondSpelling(operation, links),
    ...(operation.compatOf === undefined ? [fenced("ts", clientCall(operation, context))] : []),
    fenced("sh", curlCommand(operation, context)),
    ...parameters(operation, links),
    ...body(operation, context, links),
    ...successes(operation, context, links),
    ...errors(operation, context, links),
  ];
}

/** The access and the places of a request's projects, if the document states them. */
function facts({ source, access, projects }: Operation): readonly string[] {
  return [
    ...(source["x-access"] === undefined ? [] : [`access ${code(access)}`]),
    ...(projects.length === 0
      ? []
      : [`projects at ${projects.map(({ written }) => code(written)).join(", ")}`]),
    ...(source["x-idempotent"] === true ? ["may be repeated"] : []),
    ...(source["deprecated"] === true ? ["deprecated"] : []),
  ];
}

function secondSpelling({ source, compatOf }: Operation, links: Links): readonly string[] {
  const compat = source["x-compat"];
  if (compat === undefined) return [];
  const { why } = Object(compat) as { readonly why?: unknown };
  const reason = typeof compat === "string" ? compat : typeof why === "string" ? why : "";
  if (compatOf === undefined) return [`Only for older clients: ${reason}`];
  const [resource = ""] = compatOf.split(".");
  return [`A second spelling of ${links.operation(compatOf, resource)}: ${reason}`];
}

function parameters({ parameters: all }: Operation, links: Links): readonly string[] {
  const rows = all.map((parameter) => {
    const { name, schema = true, description, required } = parameter;
    const text = textOf(description);
    const limits = limitsOf(schema).join("; ");
    return [
      code(name),
      parameter.in,
      readableType(schema, links),
      required === true ? "yes" : "",
      [text, limits, spellings(parameter)].filter((part) => part !== "").join(" · "),
    ];
  });
  if (rows.length === 0) return [];
  return ["### Parameters", ...table(["name", "in", "type", "required", ""], rows)];
}

/** What the server accepts beside the parameter's own spelling. */
function spellings({ "x-also-accepts": given }: ParameterObject): string {
  const { delimiter, names = [] } = Object(given) as {
    readonly delimiter?: string;
    readonly names?: readonly string[];
  };
  const joined = delimiter === undefined ? [] : [`may be joined: ${code(`a${delimiter}b`)}`];
  const other =
    names.length === 0 ? [] : [`also named ${names.map((name) => code(name)).join(", ")}`];
  return [...joined, ...other].join("; ");
}

function body(
  { body: given, pointer }: Operation,
  context: Context,
  links: Links,
): readonly string[] {
  if (given === undefined) return [];
  const place = at(pointer, "requestBody", "content");
  return [
    "### Body",
    textOf(given["description"]),
    ...Object.entries(given.content).flatMap(([mediaType, content]) => [
      contentLine(mediaType, content, given.required === true ? "required" : "optional", links),
      ...memberTable(content.schema ?? true, links),
      ...exampleBlocks(content, context, at(place, mediaType)),
    ]),
  ];
}

function successes(operation: Operation, context: Context, links: Links): readonly string[] {
  const answers = Object.entries(operation.responses).filter(([status]) => isSuccess(status));
  return answers.flatMap(([status, response]) => {
    const place = at(operation.pointer, "responses", status, "content");
    return [
      `### ${status}`,
      textOf(response.description),
      ...headers(response, context, place, links),
      ...Object.entries(response.content ?? {}).flatMap(([mediaType, content]) => [
        contentLine(mediaType, content, streamNote(mediaType, content), links),
        ...memberTable(content.schema ?? true, links),
        ...exampleBlocks(content, context, at(place, mediaType)),
      ]),
    ];
  });
}

function headers(
  response: ResponseObject,
  context: Context,
  pointer: string,
  links: Links,
): readonly string[] {
  const rows = Object.entries(response.headers ?? {}).map(([name, given]) => {
    const { schema, description } = context.resolve<HeaderObject>(given, pointer);
    const text = textOf(description);
    return [code(name), readableType(schema ?? true, links), text];
  });
  return table(["header", "type", ""], rows);
}

type HeaderObject = Pick<MediaTypeObject, "schema"> & { readonly description?: unknown };

function errors(operation: Operation, context: Context, links: Links): readonly string[] {
  const answers = Object.entries(operation.responses).filter(([status]) => !isSuccess(status));
  if (answers.length === 0) return [];
  const rows = answers.map(([status, response]) => {
    const place = at(operation.pointer, "responses", status, "content");
    const content: Named<MediaTypeObject> = response.content ?? {};
    const types = Object.values(content).map(({ schema }) => readableType(schema ?? true, links));
    const shown = Object.entries(content).flatMap(([mediaType, value]) =>
      examplesOf(value, context, at(place, mediaType))
        .map((example) => JSON.stringify(example.value) ?? "")
        .filter((text) => text.length <= longestCell)
        .map(code),
    );
    const text = textOf(response.description);
    return [status, text, [...new Set(types)].join(", "), shown.join("<br>")];
  });
  return ["### Errors", ...table(["status", "", "body", "example"], rows)];
}

function exampleBlocks(
  content: MediaTypeObject,
  context: Context,
  pointer: string,
): readonly string[] {
  return examplesOf(content, context, pointer).flatMap(({ name, summary, value }) => {
    const title = name === undefined ? "Example:" : `Example ${code(name)}:`;
    const text =
      typeof value === "string" ? fenced("", shownText(value)) : fenced("json", jsonText(value));
    return [summary === undefined ? title : `${title} ${summary}`, text];
  });
}

function contentLine(
  mediaType: string,
  { schema }: MediaTypeObject,
  note: string,
  links: Links,
): string {
  const type = schema === undefined ? [] : [readableType(schema, links)];
  const notes = schema === undefined ? [] : schemaNotes(schema);
  return [code(mediaType), ...(note === "" ? [] : [note]), ...type, ...notes].join(" · ");
}

function streamNote(mediaType: string, content: MediaTypeObject): string {
  const end = content["x-stream-end"];
  const last = typeof end === "string" ? ` (the last is ${code(end)})` : "";
  if (mediaType === "text/event-stream") return `a stream; each event${last} is`;
  return mediaType === "application/jsonl" ? "a stream; each line is" : "";
}

function isSuccess(status: string): boolean {
  return status.startsWith("2") || status.startsWith("3");
}

/** Prose of the document; empty for a value that is not text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
