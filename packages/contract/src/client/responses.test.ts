import { ApiError, NotFoundError } from "@heddle/client";
import { describe, expect, test } from "vitest";
import { exampleValues } from "../requests/values.ts";
import type { PlacedOperation } from "../spec/document.ts";
import { everyOperation, operationNamed, type Service } from "../spec/services.ts";
import { argumentsFor, hasMethod, methodOf } from "./method.ts";
import {
  answerViolations,
  answerWith,
  dataViolations,
  documentedAnswers,
  errorViolations,
  isStream,
  preferringStream,
  type DocumentedAnswer,
} from "./responses.ts";

/** The result of a method for an answer. */
async function read(
  service: Service,
  placed: PlacedOperation,
  answer: DocumentedAnswer,
): Promise<{ readonly data: unknown; readonly error: unknown }> {
  const [values] = exampleValues(service, placed);
  if (values === undefined) throw new Error("no example makes a request");
  const method = methodOf(service, placed, () => answerWith(answer));
  if (method === undefined) throw new Error("no such method");
  const own =
    answer.status < 300 && mayStream(service, placed) ? preferringStream(values, false) : values;
  return method(...argumentsFor(service, placed, own)).result();
}

const mayStream = (service: Service, placed: PlacedOperation): boolean =>
  new Set(
    documentedAnswers(service, placed).flatMap(({ status, mediaType }) =>
      status === 200 ? mediaType : [],
    ),
  ).size > 1;

const cases = everyOperation
  .filter(({ placed }) => hasMethod(placed))
  .flatMap((one) =>
    documentedAnswers(one.service, one.placed)
      .filter(({ mediaType }) => !isStream(mediaType))
      .map((answer) => ({ ...one, answer, status: answer.status, name: answer.name })),
  );

describe("the client reads", () => {
  test.each(cases)("$id $status $name", async ({ service, placed, answer }) => {
    expect(answerViolations(service, answer)).toEqual([]);
    const { data, error } = await read(service, placed, answer);
    if (answer.status < 300) {
      expect(error).toBeUndefined();
      expect(await dataViolations(answer, data)).toEqual([]);
    } else {
      expect(data).toBeUndefined();
      expect(errorViolations(answer, error)).toEqual([]);
    }
  });

  test("every operation that answers anything has a case", () => {
    const covered = new Set(cases.map(({ id }) => id));
    const missing = everyOperation.filter(
      ({ id, service, placed }) =>
        hasMethod(placed) && !covered.has(id) && documentedAnswers(service, placed).length > 0,
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});

test("the suite notices a server that sends a member too many", () => {
  const { service, placed } = operationNamed("trace", "objects.read");
  const answers = documentedAnswers(service, placed).filter(({ status }) => status === 200);
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) {
    const { obj } = answer.value as { obj: object };
    for (const value of [{ obj, debug: "secret" }, { obj: { ...obj, debug: "secret" } }]) {
      expect(answerViolations(service, { ...answer, value })).toEqual([
        expect.stringMatching(/debug is not named/),
      ]);
    }
  }
});

describe("the suite notices a client that", () => {
  const { service, placed } = operationNamed("training", "models.create");
  const answers = documentedAnswers(service, placed);
  const success = answers.find(({ status }) => status === 200) as DocumentedAnswer;
  const failure =
    answers.find(({ status }) => status === 404) ?? answers.find(({ status }) => status === 401);
  if (failure === undefined) throw new Error("no refusal is documented");

  test("loses or adds a member, or gives the answer's text", async () => {
    const value = success.value as Record<string, unknown>;
    const { [Object.keys(value)[0] ?? ""]: _, ...less } = value;
    for (const data of [less, { ...value, more: 1 }, JSON.stringify(value), undefined]) {
      expect(await dataViolations(success, data)).not.toEqual([]);
    }
    expect(await dataViolations(success, value)).toEqual([]);
  });

  test("throws another error", async () => {
    const { error } = await read(service, placed, failure);
    expect(errorViolations(failure, error)).toEqual([]);
    const { error: other } = await read(service, placed, { ...failure, status: 409 });
    const { error: plain } = await read(service, placed, { ...failure, status: 418 });
    for (const wrong of [new Error("404"), other, plain, undefined]) {
      expect(errorViolations(failure, wrong)).not.toEqual([]);
    }
    expect(plain).toBeInstanceOf(ApiError);
    expect(plain).not.toBeInstanceOf(NotFoundError);
  });

  test("forgets the body of an error", async () => {
    const { error } = await read(service, placed, { ...failure, value: {} });
    expect(errorViolations(failure, error)).not.toEqual([]);
  });
});
