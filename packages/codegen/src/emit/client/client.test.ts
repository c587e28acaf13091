import { describe, expect, test } from "vitest";
import { bodyOf, contextOf } from "../../testing/context-of.ts";
import { thingsContext } from "../../testing/things.ts";
import { emitClient } from "./client.ts";

test("one file for each resource with a method for each operation, and one file that joins them", () => {
  const files = emitClient(thingsContext());
  expect(files.map(({ path }) => path)).toEqual([
    "client/things.ts",
    "client/service.ts",
    "client/index.ts",
  ]);
  expect(bodyOf(files[0]?.text ?? "")).toBe(
    `import { Resource } from "@heddle/client/core";
import type { ApiCall, RequestOptions } from "@heddle/client/core";
import type { operations } from "../types.ts";

type ReadResult = operations["things.read"]["responses"][200]["content"]["application/json"];

/** What there is. */
export class ThingsResource extends Resource {
  /** Read a thing. */
  read(id: string, options?: RequestOptions): ApiCall<ReadResult> {
    return this.api.call("things.read", "GET /things/{id}", { path: { id } }, options);
  }
}
`,
  );
  expect(bodyOf(files[2]?.text ?? "")).toBe(`import { ServiceClient } from "@heddle/client/core";
import type { ClientOptions } from "@heddle/client/core";
import type { paths } from "../types.ts";
import { ThingsResource } from "./things.ts";
import { ServiceResource } from "./service.ts";

/**
 * Client of A test.
 *
 * Throws \`TypeError\` for options that cannot work.
 */
export class ThingsClient extends ServiceClient<paths> {
  /** What there is. */
  readonly things: ThingsResource;
  readonly service: ServiceResource;

  constructor(options: ClientOptions & { readonly baseUrl: string }) {
    super(options, "");
    this.things = new ThingsResource(this.api);
    this.service = new ServiceResource(this.api);
  }
}

export type { ThingsResource } from "./things.ts";
export type { ServiceResource } from "./service.ts";
`);
});

describe("names", () => {
  const guard = {
    "x-access": "read",
    "x-project": { none: "of a test" },
    responses: { "200": { description: "Fine." } },
  };

  test("of methods may be words of the language, but not existing members", () => {
    const paths = Object.fromEntries(
      ["delete", "api", "get"].map((verb) => [
        `/${verb}`,
        { get: { ...guard, operationId: `things.${verb}` } },
      ]),
    );
    const [file] = emitClient(contextOf({ paths }));
    const names = (file?.text ?? "").matchAll(/^ {2}(\w+)\(/gm);
    expect([...names].map(([, name]) => name)).toEqual(["delete", "api_", "get"]);
  });

  test("of resources are not those of the client's own members", () => {
    const paths = Object.fromEntries(
      ["paths", "use", "calls"].map((resource) => [
        `/${resource}`,
        { get: { ...guard, operationId: `${resource}.read` } },
      ]),
    );
    const index = emitClient(contextOf({ paths })).at(-1);
    const names = (index?.text ?? "").matchAll(/^ {2}readonly (\w+):/gm);
    expect([...names].map(([, name]) => name)).toEqual(["paths_", "use_", "calls"]);
  });

  test("of files differ, also if the names of resources differ only in case", () => {
    const paths = Object.fromEntries(
      ["index", "fooBar", "FooBar", "foo_bar"].map((resource) => [
        `/${resource}`,
        { get: { ...guard, operationId: `${resource}.read` } },
      ]),
    );
    const context = contextOf({ paths });
    const files = emitClient(context).map(({ path }) => path);
    expect(new Set(files).size).toBe(files.length);
    expect(files).toEqual([
      "client/index2.ts",
      "client/foo-bar.ts",
      "client/foo-bar2.ts",
      "client/foo-bar3.ts",
      "client/index.ts",
    ]);
  });
});

test("the address is the first server's, with its variables filled in", () => {
  const context = contextOf({}, { service: "things" });
  const servers = [
    { url: "https://{region}.things.test/v1", variables: { region: { default: "eu" } } },
    { url: "https://other.test" },
  ];
  const [index] = emitClient({ ...context, document: { ...context.document, servers } });
  expect(index?.text).toContain('super(options, "https://eu.things.test/v1")');
  expect(index?.text).toContain("constructor(options: ClientOptions = {})");
});

test("a document without operations has a client without resources", () => {
  const [index] = emitClient(contextOf({}, { service: "things" }));
  expect(index?.text).toContain(`
  constructor(options: ClientOptions & { readonly baseUrl: string }) {
    super(options, "");
  }
`);
});
