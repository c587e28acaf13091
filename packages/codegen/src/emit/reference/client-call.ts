import type { Context } from "../../document/context.ts";
import type { ParameterObject } from "../../document/openapi.ts";
import { at } from "../../document/pointer.ts";
import { memberName } from "../../print/names.ts";
import type { Operation } from "../../transform/operation-object.ts";
import { answerOf } from "../client/answer.ts";
import { argumentNames, safeMember } from "../client/names.ts";
import { examplesOf } from "./examples.ts";
import { literalText } from "./example-text.ts";

/** The length of an argument beyond which its name replaces it. */
const longestArgument = 160;

/** The call of the generated client: path parameters one by one, then the body, then the query. */
export function clientCall(operation: Operation, context: Context): string {
  const { parameters, body, resource, verb, pointer } = operation;
  const path = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) =>
    argumentOf(parameters, name, context, pointer),
  );
  const query = parameters.filter(({ in: where, required }) => where === "query" && required);
  const call = [
    `${clientName(context)}.${safeMember(resource)}.${safeMember(verb)}(`,
    [
      ...path,
      ...(body === undefined ? [] : [bodyArgument(operation, context)]),
      ...(query.length === 0 ? [] : [queryArgument(query, parameters, context, pointer)]),
    ].join(", "),
    ")",
  ].join("");
  const { shape, whole, items } = answerOf(operation, context);
  if (shape === "stream" || shape === "pages") {
    return `for await (const item of ${call}) console.log(item);`;
  }
  const isEmpty = whole.length === 0 && items === undefined;
  return isEmpty ? `await ${call};` : `const answer = await ${call};`;
}

/** Services of this repository are members of one client; another document has its own client. */
function clientName({ isStrict, service }: Context): string {
  return isStrict ? `heddle.${memberName(service)}` : "client";
}

function argumentOf(
  parameters: readonly ParameterObject[],
  name: string,
  context: Context,
  pointer: string,
): string {
  const index = parameters.findIndex((other) => other.name === name);
  const parameter = parameters[index];
  const [example] = parameter
    ? examplesOf(parameter, context, at(pointer, "parameters", index))
    : [];
  if (example !== undefined) return literalText(example.value);
  return argumentNames([name]).join("");
}

function bodyArgument({ body, pointer }: Operation, context: Context): string {
  const [first] = Object.entries(body?.content ?? {});
  if (first === undefined) return "body";
  const [mediaType, content] = first;
  if (mediaType !== "application/json") return "body";
  const [example] = examplesOf(content, context, at(pointer, "requestBody", "content", mediaType));
  const text = example === undefined ? "body" : literalText(example.value);
  return text.length > longestArgument ? "body" : text;
}

function queryArgument(
  query: readonly ParameterObject[],
  parameters: readonly ParameterObject[],
  context: Context,
  pointer: string,
): string {
  const members = query.map(({ name }) => {
    const value = argumentOf(parameters, name, context, pointer);
    return value === name ? name : `${memberName(name)}: ${value}`;
  });
  return `{ ${members.join(", ")} }`;
}
