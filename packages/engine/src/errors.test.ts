import { TextError, textErrorKinds } from "@heddle/text/errors";
import { expect, test } from "vitest";
import { asEngineError, EngineError, engineErrorKinds } from "./errors.ts";
import { errorMessage, errorOf } from "./worker/error-transport.ts";

test.each(textErrorKinds)("a failure of text of kind %s is one of the engine's", (kind) => {
  expect(engineErrorKinds).toContain(kind);
  const details = { parameter: "constraint", retryAfterMs: 5, cause: "beneath" };
  const error = asEngineError(new TextError(kind, "what to do", details));
  expect(error).toBeInstanceOf(EngineError);
  expect(error).toMatchObject({ kind, message: "what to do", ...details });
});

test("an engine's error stays what it is, also as text's", () => {
  const error = new EngineError("model_lost", "open it again");
  expect(asEngineError(error)).toBe(error);
  expect(error).toBeInstanceOf(TextError);
});

test("anything else is a defect, and its stack goes along to another thread", () => {
  const defect = new RangeError("out of range");
  const { cause, ...said } = errorMessage(defect);
  expect(said).toEqual({ kind: "internal", message: expect.stringContaining("out of range") });
  expect(cause).toBe(defect.stack);
});

test("an error that crosses threads comes out as it went in", () => {
  const error = new EngineError("busy", "wait", { parameter: "n", retryAfterMs: 7, cause: "full" });
  const arrived = errorOf(structuredClone(errorMessage(error)));
  expect(arrived).toEqual(error);
  expect(arrived).toMatchObject({ kind: "busy", parameter: "n", retryAfterMs: 7, cause: "full" });
});
