import { describe, expect, it, test } from "vitest";
import { InvalidInput } from "../../refusals/refusal.ts";
import { treeContent } from "../digests/testing/tree-content.ts";
import { JsonPlaces } from "../json-text/json-places.ts";
import { checkObjectId, classesOf, InvalidObjectId, kindOf } from "./object.ts";

function stored(val: string): JsonPlaces {
  return new JsonPlaces(treeContent(val).text);
}

describe("kind", () => {
  test.each([
    ["the code of an op", '{"_type": "CustomWeaveType", "weave_type": {"type": "Op"}}', "op"],
    ["an older op", '{"_type": "Op"}', "op"],
    [
      "an image",
      '{"_type": "CustomWeaveType", "weave_type": {"type": "PIL.Image.Image"}}',
      "object",
    ],
    ["a custom type that names itself an op", '{"_type": "Op", "weave_type": {}}', "object"],
    ["an op without _type", '{"weave_type": {"type": "Op"}}', "object"],
    ["a list", '["Op"]', "object"],
    ["null", "null", "object"],
  ])("%s", (_, val, kind) => expect(kindOf(stored(val))).toBe(kind));
});

describe("classes", () => {
  test.each([
    ["a dataset", "Dataset", '["Object","BaseModel"]', { leaf: "Dataset", base: "Dataset" }],
    ["a model", "MyModel", '["Model","Object","BaseModel"]', { leaf: "MyModel", base: "Model" }],
    ["a builtin", "Provider", '["BaseObject","BaseModel"]', { leaf: "Provider", base: "Provider" }],
    ["another root", "X", '["Thing","BaseModel"]', undefined],
    ["a plain model", "X", '["BaseModel"]', undefined],
    ["no list", "X", '"BaseModel"', undefined],
  ])("%s", (_, name, bases, classes) => {
    const val = `{"_class_name": "${name}", "_bases": ${bases}}`;
    expect(classesOf(stored(val))).toEqual(classes);
  });
});

describe("names", () => {
  test.each(["a", "my-ds", "Evaluation.predict_and_score", "Größe_2", "数据", "x".repeat(128)])(
    "%s is one",
    (name) => expect(() => checkObjectId(name)).not.toThrow(),
  );

  test.each(["", "my ds!", "a/b", "a:b", "a\n", "🚀"])(
    "%j has characters that refs cannot contain",
    (name) => expect(() => checkObjectId(name)).toThrow(InvalidObjectId),
  );

  it("has at most 128 characters, counted as code points", () => {
    expect(() => checkObjectId("x".repeat(129))).toThrow(InvalidInput);
    expect(() => checkObjectId("\u{20000}".repeat(128))).not.toThrow();
  });
});
