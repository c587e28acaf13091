import type { Context } from "../../document/context.ts";
import { at } from "../../document/pointer.ts";
import { SpecError } from "../../document/spec-error.ts";
import { call, object, print } from "../../print/code.ts";
import type { Code } from "../../print/code.ts";
import { docComment } from "../../print/doc-comment.ts";
import type { Operation } from "../../transform/operation-object.ts";
import { answerOf } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { member, methodTypes } from "./method-types.ts";
import type { MethodTypes } from "./method-types.ts";
import { safeMember } from "./names.ts";
import { requestOf } from "./request.ts";
import type { RequestParts } from "./request.ts";
import type { Uses } from "./uses.ts";

/** A method as it appears in a class, and the types that it names. */
export interface Method {
  readonly text: string;
  readonly aliases: readonly string[];
}

/**
 * The method of one operation: its types, and one call of the core.
 *
 * Arguments: the path parameters in order, the body, the query, options.
 */
export function methodOf(
  operation: Operation,
  prefix: string,
  context: Context,
  uses: Uses,
): Method {
  const request = requestOf(operation, context);
  const answer = answerOf(operation, context);
  const types = methodTypes(operation, prefix, request, answer, uses);
  const args = (body: string): readonly string[] =>
    argumentsOf(operation, request, { ...types, body }, uses);
  const returned = returnType(answer, types, uses);
  const comment = docComment(aboutOf(operation), "  ");
  const name = safeMember(operation.verb);
  const signature = (body: string, type: string, end: string): string => {
    const group = {
      open: `${name}(`,
      items: args(body),
      close: `): ${type}${end}`,
      separator: ",",
    };
    return `${comment}  ${print(group, 2)}\n`;
  };
  const { item, result } = types;
  const isEither = answer.shape === "streamOrCall";
  const bytes = bytesOf(request, answer);
  if (bytes !== undefined) uses.type("Binary");
  const overloads = isEither
    ? [
        signature(`${types.body} & { readonly stream: true }`, `StreamCall<${item}>`, ";"),
        signature(`${types.body} & { readonly stream?: false | null }`, `ApiCall<${result}>`, ";"),
        signature(types.body, returned, ";"),
      ]
    : bytes === undefined
      ? []
      : [
          signature(types.body, returned, ";"),
          signature("Binary", "ApiCall<Blob>", ";").slice(comment.length),
        ];
  const generics = isEither ? `<${item}, ${result}>` : bytes ? `<${result} | Blob>` : "";
  const invocation = call(
    `this.api.${answer.shape}${generics}`,
    JSON.stringify(operation.id),
    JSON.stringify(request.route),
    object(requestMembers(request, answer, bytes, uses)),
    "options",
  );
  const implementation =
    bytes === undefined
      ? signature(types.body, returned, " {")
      : signature(`${types.body} | Binary`, `ApiCall<${result} | Blob>`, " {");
  const own = overloads.length > 0 ? implementation.slice(comment.length) : implementation;
  const body = `    return ${print([invocation, ";"], 4)}\n`;
  return { text: `${overloads.join("")}${own}${body}  }\n`, aliases: types.aliases };
}

function argumentsOf(
  operation: Operation,
  { path, body, query, hasRequiredHeaders }: RequestParts,
  types: MethodTypes,
  uses: Uses,
): readonly string[] {
  const args: { name: string; type: string; isOptional: boolean; preset?: string }[] = path.map(
    ({ name, argument, type }) => {
      const lookup = `operations[${JSON.stringify(operation.id)}]["parameters"]["path"][${JSON.stringify(name)}]`;
      return { name: argument, type: type ?? lookup, isOptional: false };
    },
  );
  if (body !== undefined) {
    const { isOptional, isEmptiable } = body;
    const preset = isEmptiable ? { preset: "{}" } : {};
    args.push({ name: "body", type: types.body, isOptional: isOptional || isEmptiable, ...preset });
  }
  if (query !== undefined) {
    args.push({ name: "query", type: types.query, isOptional: query.isOptional });
  }
  uses.type("RequestOptions");
  const headers = hasRequiredHeaders ? ` & { readonly headers: ${types.headers} }` : "";
  args.push({ name: "options", type: `RequestOptions${headers}`, isOptional: headers === "" });
  return args.map(({ name, type, isOptional, preset }, index) => {
    if (!isOptional) return `${name}: ${type}`;
    // An optional argument must come after the required ones.
    const isLast = args.slice(index + 1).every((next) => next.isOptional);
    if (!isLast) return `${name}: ${type} | undefined`;
    return preset === undefined ? `${name}?: ${type}` : `${name}: ${type} = ${preset}`;
  });
}

function returnType({ shape }: Answer, { item, result }: MethodTypes, uses: Uses): string {
  switch (shape) {
    case "call":
      uses.type("ApiCall");
      return `ApiCall<${result}>`;
    case "stream":
      uses.type("StreamCall");
      return `StreamCall<${item}>`;
    case "pages":
      uses.type("PageCall");
      return `PageCall<${item}>`;
    default:
      uses.type("ApiCall", "StreamCall");
      return `StreamCall<${item}> | ApiCall<${result}>`;
  }
}

/** The media type of bytes that may take the place of JSON in the request and in the answer. */
function bytesOf({ body }: RequestParts, { shape, others }: Answer): string | undefined {
  const bytes = body?.bytes;
  return shape === "call" && bytes !== undefined && others.includes(bytes) ? bytes : undefined;
}

function requestMembers(
  request: RequestParts,
  answer: Answer,
  bytes: string | undefined,
  uses: Uses,
): readonly Code[] {
  const { path, isTemplate, body, query, fixedQuery, isKeyed, isSafe } = request;
  const members: Code[] = [];
  if (path.length > 0) {
    members.push(["path: ", object(path.map(({ name, argument }) => member(name, argument)))]);
  }
  if (isTemplate) {
    uses.onDemand("templatePath");
    members.push("pathStyle: templatePath");
  }
  if (body !== undefined) members.push("body", ...bodyMembers(body, uses));
  if (bytes !== undefined) members.push(`bytes: ${JSON.stringify(bytes)}`);
  const fixed = fixedQuery.map(([name, value]) => member(name, JSON.stringify(value)));
  if (fixed.length > 0) {
    members.push(["query: ", object([...fixed, ...(query === undefined ? [] : ["...query"])])]);
  } else if (query !== undefined) members.push("query");
  if (query !== undefined && query.styles.length > 0) {
    uses.onDemand(...query.styles.map(([, style]) => style));
    members.push(["styles: ", object(query.styles.map(([name, style]) => member(name, style)))]);
  }
  const [whole] = answer.whole;
  const read = answer.shape === "stream" || answer.shape === "streamOrCall" ? answer.items : whole;
  if (read !== undefined && !(read.kind === "json" && isUsualJson(read.mediaType))) {
    members.push(`accept: ${JSON.stringify(read.mediaType)}`);
  }
  const end = answer.items?.value["x-stream-end"];
  if (typeof end === "string") members.push(`end: ${JSON.stringify(end)}`);
  if (isSafe) members.push("safe: true");
  if (isKeyed) {
    uses.onDemand("newIdempotencyKey");
    members.push("key: newIdempotencyKey()");
  }
  return members;
}

function bodyMembers(body: NonNullable<RequestParts["body"]>, uses: Uses): readonly string[] {
  const { kind, mediaType } = body;
  const type = `type: ${JSON.stringify(mediaType)}`;
  switch (kind) {
    case "json": {
      const members = isUsualJson(mediaType) ? [] : [type];
      if (body.int64.length === 0) return members;
      uses.onDemand("exactJson");
      return [...members, "bodyStyle: exactJson"];
    }
    case "multipart":
      uses.onDemand("multipart");
      return ["bodyStyle: multipart"];
    case "form":
      uses.onDemand("urlEncoded");
      return [type, "bodyStyle: urlEncoded"];
    case "jsonl":
      uses.onDemand("jsonLines");
      return [type, "bodyStyle: jsonLines"];
    default:
      return [mediaType.includes("*") ? 'type: "application/octet-stream"' : type];
  }
}

/** Whether the core uses this media type by default. */
function isUsualJson(mediaType: string): boolean {
  return mediaType === "application/json" || mediaType.includes("*");
}

/** The summary, and the first sentence of the description. */
function aboutOf({ source, method, path, pointer }: Operation): string {
  const { summary, description } = source;
  for (const [name, text] of Object.entries({ summary, description })) {
    if (text === undefined || typeof text === "string") continue;
    throw new SpecError(at(pointer, name), "must be text");
  }
  const [sentence = ""] = /^.+?[.!?](?=\s|$)|^.+$/.exec(firstParagraph(description)) ?? [];
  const first = firstParagraph(summary).replace(/[.!?]$/, "");
  const about = [first && `${first}.`, sentence].filter(Boolean).join(" ");
  return about === "" ? `\`${method.toUpperCase()} ${path}\`` : about;
}

function firstParagraph(text = ""): string {
  const [paragraph = ""] = text.trim().split(/\n\s*\n/);
  return paragraph.replace(/\s+/g, " ");
}
