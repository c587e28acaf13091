import { describe, expect, it, test } from "vitest";
import { InvalidInput, OverLimit } from "../../../refusals/refusal.ts";
import type { Content } from "../../digests/content.ts";
import { treeContent } from "../../digests/testing/tree-content.ts";
import { JsonPlaces } from "../../json-text/json-places.ts";
import { classesOf } from "../object.ts";
import { builtinClasses } from "./classes.ts";
import { expandBuiltin } from "./expand.ts";

const builtin = builtinClasses({ allowPrivateProviders: false });

/** The stored content of a value, which is given as a value or as JSON text. */
function expand(name: string | null, val: unknown, classes: typeof builtin = builtin): Content {
  const text = typeof val === "string" ? val : JSON.stringify(val);
  return treeContent(expandBuiltin(treeContent(text).text, name, classes));
}

describe("the published vector", () => {
  it("an annotation spec", () => {
    const val = { field_schema: { type: "integer", minimum: 1, maximum: 5 } };
    expect(expand("AnnotationSpec", val)).toEqual({
      text:
        '{"_bases": ["BaseObject", "BaseModel"], "_class_name": "AnnotationSpec", ' +
        '"_type": "AnnotationSpec", "description": null, "field_schema": {"maximum": 5, ' +
        '"minimum": 1, "type": "integer"}, "name": null, "op_scope": null, ' +
        '"unique_among_creators": false}',
      digest: "GXAwShXcWewerChDB3sBOyS4B4AIYJmnT60O364FVGE",
    });
  });
});

const column = { evaluation_object_ref: "E", scorer_name: "S", summary_metric_path: "a.b" };
const provider = { base_url: "https://api.example.com/v1", api_key_name: "KEY" };

const accepted: readonly [string, unknown][] = [
  ["AnnotationSpec", {}],
  [
    "AnnotationSpec",
    { field_schema: { type: ["string", "null"], enum: ["a"] }, op_scope: ["o:*"] },
  ],
  ["Leaderboard", { name: "board", columns: [column, { ...column, should_minimize: true }] }],
  ["Provider", provider],
  ["Provider", { ...provider, extra_headers: { "x-team": "a" }, return_type: "openai" }],
  ["ProviderModel", { provider: "ref", max_tokens: 4096 }],
  ["LLMStructuredCompletionModel", { llm_model_id: "a/b" }],
  [
    "LLMStructuredCompletionModel",
    {
      llm_model_id: "a/b",
      default_params: {
        messages_template: [{ role: "user", content: [{ type: "text", text: "x" }] }],
        temperature: 1,
        response_format: "json_object",
      },
    },
  ],
  ["SavedView", { view_type: "traces", label: "All", definition: {} }],
  [
    "SavedView",
    {
      view_type: "traces",
      label: "All",
      definition: {
        filter: { op_names: ["o"], trace_roots_only: true },
        query: { $expr: { $eq: [{ $getField: "op_name" }, { $literal: "o" }] } },
        cols: { a: true },
        columns: [{ path: ["inputs", 0], label: "First" }],
        pin: { left: [], right: ["a"] },
        sort_by: [{ field: "started_at", direction: "desc" }],
        charts: [{ x_axis: "a", y_axis: "b", plot_type: "line", aggregation: "p95" }],
        dynamic_leaderboard_config: {
          scorer_configuration: {
            version_groups: [
              { label: "a", base_ref: "b", versions: "*", show_version_indicator: false },
            ],
          },
          columns_configuration: [{ scorer_name: "s" }],
        },
      },
    },
  ],
  ["ComparisonView", { label: "Two", definition: { evaluation_call_ids: ["1", "2"] } }],
  ["AlertSpec", {}],
  ["AlertSpec", { spec: { threshold: 3, comparison_operator: "EQUAL", later_key: [1] } }],
];

const refused: readonly [string, string, unknown][] = [
  ["an invalid schema", "AnnotationSpec", { field_schema: { type: "integr" } }],
  ["a schema with a wrong bound", "AnnotationSpec", { field_schema: { minLength: -1 } }],
  ["a schema wrong inside", "AnnotationSpec", { field_schema: { properties: { a: 1 } } }],
  ["a schema that is a list", "AnnotationSpec", { field_schema: [] }],
  ["a member missing", "Leaderboard", {}],
  ["a nested member missing", "Leaderboard", { columns: [{ ...column, scorer_name: undefined }] }],
  ["null for a required list", "Leaderboard", { columns: null }],
  ["another protocol", "Provider", { ...provider, base_url: "ftp://example.com" }],
  ["a query", "Provider", { ...provider, base_url: "https://example.com/?a=1" }],
  ["a fragment", "Provider", { ...provider, base_url: "https://example.com/#" }],
  ["an identity header", "Provider", { ...provider, extra_headers: { "Metadata-Flavor": "G" } }],
  ["a value outside the choices", "Provider", { ...provider, return_type: "other" }],
  ["a fraction for a count", "ProviderModel", { provider: "ref", max_tokens: 1.5 }],
  ["text for a count", "ProviderModel", { provider: "ref", max_tokens: "5" }],
  [
    "an unknown direction",
    "SavedView",
    {
      view_type: "traces",
      label: "",
      definition: { sort_by: [{ field: "a", direction: "up" }] },
    },
  ],
  ["a chart by itself", "ChartConfig", { x_axis: "a", y_axis: "b" }],
  ["an unknown class", "ActionSpec", {}],
  ["a value that is no object", "AnnotationSpec", [1]],
];

describe("a bare value", () => {
  test.each(accepted)("%s is expanded to a value of that class", (name, val) => {
    const expanded = expand(name, val);
    expect(classesOf(new JsonPlaces(expanded.text))?.leaf).toBe(name);
    expect(expand(name, expanded.text)).toEqual(expanded);
  });

  test.each(refused)("%s is refused", (_, name, val) =>
    expect(() => expand(name, val)).toThrow(InvalidInput),
  );

  it("is refused with the place of the error", () => {
    const columns = [column, { ...column, scorer_name: 1 }];
    expect(() => expand("Leaderboard", { columns })).toThrow("val.columns.1.scorer_name must be");
  });

  it("loses unknown members, unless its class is open", () => {
    expect(expand("ProviderModel", { provider: "p", max_tokens: 1, x: 1 }).text).toBe(
      '{"_bases": ["BaseObject", "BaseModel"], "_class_name": "ProviderModel", "_type": ' +
        '"ProviderModel", "description": null, "max_tokens": 1, "name": null, "provider": "p"}',
    );
    expect(expand("AlertSpec", { spec: { later_key: 1 } }).text).toContain('"later_key": 1');
  });

  it("gets numbers of the type in its class", () => {
    const params = { max_tokens: 5.0, temperature: 1 };
    const written = JSON.stringify(params).replace("5", "5.0");
    const val = `{"llm_model_id": "a", "default_params": ${written}}`;
    const { text } = expand("LLMStructuredCompletionModel", val);
    expect(text).toContain('"max_tokens": 5,');
    expect(text).toContain('"temperature": 1.0,');
  });

  it("is listed under its base class", () => {
    const val = expand("LLMStructuredCompletionModel", { llm_model_id: "a" });
    expect(classesOf(new JsonPlaces(val.text))).toEqual({
      leaf: "LLMStructuredCompletionModel",
      base: "Model",
    });
  });
});

describe("a value with very many parts", () => {
  it("is refused before its tree is made", () => {
    const columns = Array.from({ length: 100_000 }, () => ({}));
    expect(() => expand("Leaderboard", { columns })).toThrow(OverLimit);
    const definition = { x: "a,b".repeat(100_000) };
    expect(() => expand("SavedView", { view_type: "a", label: "b", definition })).not.toThrow();
  });
});

describe("a value that has a class", () => {
  const val = { _class_name: "Provider", _bases: ["BaseObject", "BaseModel"], base_url: 1 };

  it("is not changed, whether it is valid or not", () => {
    const expected = treeContent(JSON.stringify(val));
    expect(expand("Provider", val)).toEqual(expected);
    expect(expand(null, val)).toEqual(expected);
  });

  it("must have the requested class", () =>
    expect(() => expand("ProviderModel", val)).toThrow(InvalidInput));
});

describe("addresses of providers", () => {
  const addresses: readonly [string, boolean][] = [
    ["https://api.example.com/v1", true],
    ["https://8.8.8.8/v1", true],
    ["https://[2001:4860:4860::8888]/v1", true],
    ["http://localhost:8000/v1", false],
    ["http://model-server:8000/v1", false],
    ["http://127.0.0.1/v1", false],
    ["http://2130706433/v1", false],
    ["http://10.1.2.3/v1", false],
    ["http://172.20.0.1/v1", false],
    ["http://192.168.0.1/v1", false],
    ["http://169.254.169.254/latest", false],
    ["http://[::1]/v1", false],
    ["http://[fd00::1]/v1", false],
    ["http://[::ffff:10.0.0.1]/v1", false],
    ["http://metadata.google.internal./", false],
  ];

  test.each(addresses)("%s", (base_url, isPublic) => {
    const isTaken = (classes: typeof builtin): boolean => {
      try {
        return expand("Provider", { ...provider, base_url }, classes).text.includes("Provider");
      } catch (error) {
        if (error instanceof InvalidInput) return false;
        throw error;
      }
    };
    expect(isTaken(builtin)).toBe(isPublic);
    expect(isTaken(builtinClasses({ allowPrivateProviders: true }))).toBe(true);
  });
});
