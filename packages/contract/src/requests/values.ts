import fc from "fast-check";
import { mutated } from "../arbitraries/mutate.ts";
import {
  examplesOf,
  resolve,
  type MediaType,
  type Parameter,
  type PlacedOperation,
  type Schema,
} from "../spec/document.ts";
import type { Service } from "../spec/services.ts";

/** Where a parameter goes. The suites send no cookies. */
export type ParameterPlace = "path" | "query" | "header";

/** The values of one request, before they are written as text. */
export interface RequestValues extends Readonly<
  Record<ParameterPlace, Readonly<Record<string, unknown>>>
> {
  /** Absent if the request has no body. */
  readonly mediaType?: string;
  readonly body?: unknown;
}

type Parameters = Readonly<Record<string, unknown>>;

/** The documented media types of an operation's request body. */
export function requestContent(placed: PlacedOperation): [string, MediaType][] {
  return Object.entries(placed.operation.requestBody?.content ?? {});
}

/** The requests that the examples make: one for every example of a body, with all parameters. */
export function exampleValues(service: Service, placed: PlacedOperation): RequestValues[] {
  const parameters = exampleParameters(service, placed);
  const content = requestContent(placed);
  if (content.length === 0) return [parameters];
  return content.flatMap(([mediaType, media]) => {
    const examples = examplesOf(service.document, media).map(({ value }) => value);
    if (examples.length === 0) examples.push(onlySample(service, media.schema ?? {}));
    return examples.map((body) => ({ ...parameters, mediaType, body }));
  });
}

function exampleParameters(service: Service, placed: PlacedOperation): RequestValues {
  const values: Record<ParameterPlace, Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
  };
  for (const parameter of placed.operation.parameters ?? []) {
    if (!isPlace(parameter.in)) continue;
    const [example] = examplesOf(service.document, parameter);
    const [ofSchema] = parameter.schema?.examples ?? [];
    const value = example?.value ?? ofSchema;
    if (value !== undefined) values[parameter.in][parameter.name] = value;
    else if (parameter.required === true) {
      values[parameter.in][parameter.name] = onlySample(service, parameter.schema ?? {});
    }
  }
  return values;
}

function onlySample(service: Service, schema: Schema): unknown {
  const accepted = service
    .values(schema)
    .filter((value) => service.judge.judge(schema, value).valid);
  return fc.sample(accepted, { numRuns: 1, seed: 1 })[0];
}

/** Requests that an operation accepts; confirm each with {@link isValid} before use. */
export function validValues(
  service: Service,
  placed: PlacedOperation,
): fc.Arbitrary<RequestValues> {
  const of = (place: ParameterPlace): fc.Arbitrary<Parameters> => {
    const parameters = (placed.operation.parameters ?? []).filter((one) => one.in === place);
    return fc.record(
      Object.fromEntries(parameters.map((one) => [one.name, parameterValues(service, one)])),
      { requiredKeys: parameters.filter(isRequired).map(({ name }) => name) },
    );
  };
  const content = requestContent(placed);
  const bodies = content.map(([mediaType, media]) =>
    service.values(media.schema ?? {}).map((body) => ({
      mediaType,
      body: mediaType === "multipart/form-data" ? knownParts(service, media, body) : body,
    })),
  );
  const body: fc.Arbitrary<{ mediaType?: string; body?: unknown }> =
    bodies.length === 0 ? fc.constant({}) : fc.oneof(...bodies);
  return fc
    .tuple(of("path"), of("query"), of("header"), body)
    .map(([path, query, header, sent]) => ({ path, query, header, ...sent }));
}

/**
 * A header gets its examples, if there are any: few texts that a schema accepts fit into a header.
 */
function parameterValues(service: Service, parameter: Parameter): fc.Arbitrary<unknown> {
  const examples = examplesOf(service.document, parameter).map(({ value }) => value);
  return parameter.in === "header" && examples.length > 0
    ? fc.constantFrom(...examples)
    : service.values(parameter.schema ?? {});
}

/** Drops unknown parts of a form, since no schema says how to write them. */
function knownParts(service: Service, media: MediaType, body: unknown): unknown {
  const { properties = {} } = resolve(service.document, media.schema ?? {});
  return Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name in properties));
}

/** Requests near the valid ones: one place of the body, or one parameter, is changed. */
export function mutatedValues(
  service: Service,
  placed: PlacedOperation,
): fc.Arbitrary<RequestValues> {
  const valid = validValues(service, placed);
  if (requestContent(placed).length > 0) {
    return fc.tuple(valid, fc.integer({ min: 0, max: 2 ** 30 })).map(([values, seed]) => ({
      ...values,
      body: fc.sample(mutated(fc.constant(values.body)), { numRuns: 1, seed })[0],
    }));
  }
  const junk = fc.constantFrom<unknown>("", "x", "-1", "1.5", "null", "[]", "a".repeat(300));
  const names = (placed.operation.parameters ?? []).flatMap((one) =>
    isPlace(one.in) ? [{ place: one.in, name: one.name }] : [],
  );
  const extra = { place: "query" as const, name: "unknown" };
  return fc
    .tuple(valid, fc.constantFrom(extra, ...names), junk)
    .map(([values, { place, name }, text]) => ({
      ...values,
      [place]: { ...values[place], [name]: text },
    }));
}

/** Whether the spec accepts a request with these values, by the judge and not by the arbitrary. */
export function isValid(service: Service, placed: PlacedOperation, values: RequestValues): boolean {
  const { judge } = service;
  const parametersFit = (placed.operation.parameters ?? []).every((parameter) => {
    if (!isPlace(parameter.in)) return true;
    const value = values[parameter.in][parameter.name];
    if (value === undefined) return parameter.required !== true;
    return judge.judge(parameter.schema ?? {}, value).valid && isSendable(parameter, value);
  });
  if (!parametersFit) return false;
  if (values.mediaType === undefined) return placed.operation.requestBody?.required !== true;
  const media = placed.operation.requestBody?.content[values.mediaType];
  if (media === undefined || !judge.judge(media.schema ?? {}, values.body).valid) return false;
  // A form cannot express an empty list.
  const isForm = values.mediaType === "multipart/form-data";
  return !isForm || !Object.values(values.body ?? {}).some(isEmptyList);
}

/** Texts that a URL or a header cannot carry unchanged. */
function isSendable(parameter: Parameter, value: unknown): boolean {
  const text = String(value);
  if (parameter.in === "path") return text !== "" && text !== "." && text !== "..";
  if (parameter.in === "header") return /^[\x21-\x7e]+$/.test(text);
  return value !== null;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isPlace(place: string): place is ParameterPlace {
  return place === "path" || place === "query" || place === "header";
}

function isRequired(parameter: Parameter): boolean {
  return parameter.required === true || parameter.in === "path";
}
