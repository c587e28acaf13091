import {
  examplesOf,
  operationsOf,
  resolve,
  type Document,
  type Exemplified,
  type MediaType,
  type Schema,
} from "../spec/document.ts";
import { judgeFor } from "../spec/judge.ts";

interface Example {
  readonly where: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** Whether it is an answer, whose schema must name every member. */
  readonly isAnswer?: boolean;
}

/** The faults of a document's examples, and how many examples it has. */
export interface ExamplesFound {
  readonly violations: readonly string[];
  readonly count: number;
}

/** Checks every example of bodies, parameters, headers and component schemas against its schema. */
export function exampleViolations({ document }: { readonly document: Document }): ExamplesFound {
  const judge = judgeFor(document);
  const examples = [...everyExample(document)];
  const violations = examples.flatMap(({ where, schema, value, isAnswer }) => {
    const { valid, because } = isAnswer
      ? judge.judgeAnswer(schema, value)
      : judge.judge(schema, value);
    return valid ? [] : [`${where}: ${because}`];
  });
  return { violations, count: examples.length };
}

function* everyExample(document: Document): Generator<Example> {
  for (const { operation } of operationsOf(document)) {
    const id = operation.operationId;
    for (const parameter of operation.parameters ?? []) {
      yield* of(document, `${id} parameter ${parameter.name}`, parameter);
    }
    yield* ofContent(document, `${id} request`, operation.requestBody?.content);
    for (const [status, given] of Object.entries(operation.responses)) {
      const response = resolve(document, given);
      for (const example of ofContent(document, `${id} ${status}`, response.content)) {
        yield { ...example, isAnswer: true };
      }
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        yield* of(document, `${id} ${status} ${name}`, resolve(document, header));
      }
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const [index, value] of (schema.examples ?? []).entries()) {
      yield { where: `schema ${name} ${index}`, schema, value };
    }
  }
}

function* ofContent(
  document: Document,
  where: string,
  content: Readonly<Record<string, MediaType>> | undefined,
): Generator<Example> {
  for (const [mediaType, media] of Object.entries(content ?? {})) {
    yield* of(document, `${where} ${mediaType}`, media);
  }
}

function* of(document: Document, where: string, holder: Exemplified): Generator<Example> {
  for (const { name, value } of examplesOf(document, holder)) {
    yield { where: `${where} ${name}`, schema: holder.schema ?? {}, value };
  }
}
