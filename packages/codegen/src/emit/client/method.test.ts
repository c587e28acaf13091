import { describe, expect, test } from "vitest";
import type { SchemaKeywords } from "../../document/openapi.ts";
import { json, methodOf, ok } from "./testing/client-text.ts";

describe("arguments", () => {
  test("are the path parameters in order, the body, the query, the options", () => {
    const { text } = methodOf(
      {
        parameters: [
          { name: "dry_run", in: "query", schema: { type: "boolean" } },
          { name: "step", in: "path", required: true, schema: { type: "integer" } },
          { name: "model-id", in: "path", required: true, schema: { type: "string" } },
        ],
        requestBody: {
          required: true,
          content: json({ type: "object", required: ["a"] }),
        } as object,
        responses: ok(),
      },
      "/models/{model-id}/{step}",
      "put",
    );
    expect(text).toBe(`  /** \`PUT /models/{model-id}/{step}\` */
  call(
    modelId: string,
    step: number,
    body: CallBody,
    query?: CallQuery,
    options?: RequestOptions,
  ): ApiCall<void> {
    return this.api.call(
      "things.call",
      "PUT /models/{model-id}/{step}",
      { path: { "model-id": modelId, step }, body, query },
      options,
    );
  }
`);
  });

  test("are in a path whose spaces are encoded", () => {
    const parameter = { name: "a b", in: "path", required: true, schema: { type: "string" } };
    const { text } = methodOf({ parameters: [parameter], responses: ok() }, "/c d/{a b}");
    expect(text).toContain('"GET /c%20d/{a b}", { path: { "a b": aB } }');
  });

  test.each<[path: string, names: readonly string[], want: string]>([
    ["/a?b=c&d-e", [], '"GET /a", { query: { b: "c", "d-e": "" } }, options'],
    ["/a?b=c", ["f"], '"GET /a", { query: { b: "c", ...query } }, options'],
    ["/a#b", ["f"], '"GET /a", { query }, options'],
  ])("join the query of %s", (path, names, want) => {
    const parameters = names.map((name) => ({ name, in: "query", schema: { type: "string" } }));
    expect(methodOf({ parameters, responses: ok() }, path).text).toContain(want);
  });

  test("that are words of the language or of the method get another name", () => {
    const names = ["default", "body", "options", "a-b", "a_b", "1"];
    const { text } = methodOf(
      {
        parameters: names.map((name) => ({
          name,
          in: "path",
          required: true,
          schema: { type: "string" },
        })),
        responses: ok(),
      },
      `/${names.map((name) => `{${name}}`).join("/")}`,
    );
    const argument = /^ {4}(\w+): string,$/gm;
    expect([...text.matchAll(argument)].map(([, name]) => name)).toEqual([
      "default_",
      "body_",
      "options_",
      "aB",
      "aB_",
      "value",
    ]);
  });

  test("that are optional come last, or may be undefined", () => {
    const content = json({ type: "object" });
    const query = [{ name: "q", in: "query", required: true, schema: { type: "string" } }];
    const signature = (operation: object): string =>
      /call\((.*)\): /.exec(methodOf({ ...operation, responses: ok() }, "/t", "post").text)?.[1] ??
      "";
    expect(signature({ requestBody: { content } })).toBe(
      "body?: CallBody, options?: RequestOptions",
    );
    expect(signature({ requestBody: { content, required: true } })).toBe(
      "body: CallBody = {}, options?: RequestOptions",
    );
    expect(signature({ requestBody: { content }, parameters: query })).toBe(
      "body: CallBody | undefined, query: CallQuery, options?: RequestOptions",
    );
  });

  test("have types from the document if a single word is not enough", () => {
    const schema = { type: "string", enum: ["a", "b"] };
    const { text } = methodOf(
      { parameters: [{ name: "id", in: "path", required: true, schema }], responses: ok() },
      "/t/{id}",
    );
    expect(text).toContain('id: operations["things.call"]["parameters"]["path"]["id"]');
  });

  test("include headers that must be sent, in the options", () => {
    const parameters = [
      { name: "X-Tenant", in: "header", required: true, schema: { type: "string" } },
    ];
    expect(methodOf({ parameters, responses: ok() }).text).toContain(
      'options: RequestOptions & { readonly headers: NonNullable<operations["things.call"]["parameters"]["header"]> }',
    );
  });
});

describe("parameters in other styles", () => {
  const list = { type: "array", items: { type: "string" } };
  test.each([
    [{ schema: list }, undefined],
    [{ schema: list, explode: false }, "commaDelimited"],
    [{ schema: list, style: "spaceDelimited" }, "spaceDelimited"],
    [{ schema: list, style: "spaceDelimited", explode: true }, undefined],
    [{ schema: list, style: "pipeDelimited", explode: false }, "pipeDelimited"],
    [{ schema: { type: "object" }, style: "deepObject", explode: true }, "deepObject"],
    [{ schema: { type: "object" } }, undefined],
    [{ schema: { type: "string" }, explode: false }, undefined],
    [{ content: json({ type: "object" }) }, "jsonText"],
  ])("%j of a query are written by %s", (parameter, style) => {
    const { text, imports } = methodOf({
      parameters: [{ name: "p", in: "query", ...parameter }],
      responses: ok(),
    });
    expect(/styles: \{ p: (\w+) \}/.exec(text)?.[1]).toBe(style);
    if (style !== undefined) expect(imports).toContain(style);
  });

  test("of a path turn it into a template", () => {
    const parameters = [
      { name: "a", in: "path", required: true, style: "label", schema: { type: "string" } },
      { name: "b", in: "path", required: true, style: "matrix", explode: true, schema: list },
    ];
    const { text } = methodOf({ parameters, responses: ok() }, "/t/{a}{b}");
    expect(text).toContain('"GET /t/{.a}{;b*}"');
    expect(text).toContain("{ path: { a, b }, pathStyle: templatePath }");
  });

  test("that are times accept a Date", () => {
    const parameters = [
      { name: "since", in: "query", schema: { type: "string", format: "date-time" } },
    ];
    expect(methodOf({ parameters, responses: ok() }).types).toContain(
      'WithDates<NonNullable<operations["things.call"]["parameters"]["query"]>, "since">',
    );
  });
});

describe("a body of", () => {
  test.each([
    ["application/vnd.x+json", 'body, type: "application/vnd.x+json"', /CallBody = operations/],
    ["multipart/form-data", "body, bodyStyle: multipart", /FormData \| Multipart</],
    [
      "application/x-www-form-urlencoded",
      'body, type: "application/x-www-form-urlencoded", bodyStyle: urlEncoded',
      /operations/,
    ],
    [
      "application/jsonl",
      'body, type: "application/jsonl", bodyStyle: jsonLines',
      /readonly operations/,
    ],
    ["text/csv", 'body, type: "text/csv"', undefined],
    ["image/png", 'body, type: "image/png"', undefined],
    ["*/*", 'body, type: "application/octet-stream"', undefined],
  ])("%s says how it is written", (mediaType, members, type) => {
    const schema =
      mediaType.includes("json") || /form/.test(mediaType)
        ? { type: "object" }
        : { type: "string" };
    const requestBody = { required: true, content: { [mediaType]: { schema } } };
    const { text, types } = methodOf({ requestBody, responses: ok() }, "/t", "put");
    expect(text.replace(/\s+/g, " ")).toContain(members);
    if (type === undefined) expect(text).toMatch(/body: (?:string|Binary)[,)]/);
    else expect(types.replace(/\s+/g, " ")).toMatch(type);
  });

  test("several media types is JSON if possible", () => {
    const content = { "multipart/form-data": { schema: {} }, ...json({ type: "object" }) };
    expect(methodOf({ requestBody: { content }, responses: ok() }, "/t", "put").text).not.toContain(
      "bodyStyle",
    );
  });
});

describe("an answer of", () => {
  const result = (responses: object): string => {
    const { text, types } = methodOf({ responses });
    return `${/\): (.*) \{/.exec(text)?.[1]} ${types}`.replaceAll(/\s+/g, " ").trim();
  };
  const read = (status: string): string =>
    `operations["things.call"]["responses"][${status}]["content"]["application/json"]`;
  const body = (description: string): object => ({ description, content: json({}) });

  test("nothing is void, and needs no types of the document", () => {
    expect(result({ "204": { description: "Nothing." } })).toBe("ApiCall<void>");
    expect(methodOf({ responses: {} }).imports).not.toContain("operations");
  });

  test("two statuses is either", () => {
    expect(result({ "200": body("Old."), "201": body("New.") })).toBe(
      `ApiCall<CallResult> type CallResult = ${read("200")} | ${read("201")};`,
    );
  });

  test("a body or no body may be undefined", () => {
    expect(result({ "200": body("Some."), "204": { description: "None." } })).toBe(
      `ApiCall<CallResult> type CallResult = ${read("200")} | undefined;`,
    );
  });

  test("a class of statuses, or of `default`, is looked up under that name", () => {
    expect(result({ "2XX": body("Some.") })).toContain(read('"2XX"'));
    expect(result({ default: body("Some.") })).toContain(read('"default"'));
    expect(result({ "404": body("None."), default: body("Some.") })).toContain(read('"default"'));
  });

  test("bytes is a blob, and of text a string", () => {
    const of = (mediaType: string): object => ok({ [mediaType]: { schema: { type: "string" } } });
    expect(result(of("application/pdf"))).toBe("ApiCall<Blob>");
    expect(result(of("text/plain"))).toBe("ApiCall<string>");
  });

  test("lines is a stream of items", () => {
    const { text } = methodOf({ responses: ok({ "application/x-ndjson": { schema: {} } }) });
    expect(text).toContain("): StreamCall<CallItem> {");
    expect(text).toContain("this.api.stream(");
    expect(text).toContain('accept: "application/x-ndjson"');
  });

  test("a head request is void", () => {
    const { text } = methodOf({ responses: ok(json({})) }, "/t", "head");
    expect(text).toContain("): ApiCall<void> {");
  });
});

describe("a stream that the body asks for", () => {
  const streaming = (schema: SchemaKeywords): string =>
    methodOf(
      {
        requestBody: { required: true, content: json(schema) } as object,
        responses: ok({
          ...json({ type: "object" }),
          "text/event-stream": { schema: {}, "x-stream-end": "[DONE]" },
        }),
      },
      "/t",
      "post",
    ).text;

  test("is one of three overloads", () => {
    const text = streaming({
      type: "object",
      properties: { stream: { type: ["boolean", "null"] } },
      required: ["stream"],
    });
    expect(text.match(/^ {2}call\(/gm)).toHaveLength(4);
    expect(text).toContain("body: CallBody & { readonly stream: true }");
    expect(text).toContain("body: CallBody & { readonly stream?: false | null }");
    expect(text).toContain("this.api.streamOrCall<CallItem, CallResult>(");
    expect(text).toContain('{ body, accept: "text/event-stream", end: "[DONE]" }');
  });

  test("may have a member that allows null, or that comes from allOf", () => {
    const stream = { anyOf: [{ type: "boolean" }, { type: "null" }] };
    const text = streaming({ allOf: [{ type: "object", properties: { stream } }] });
    expect(text).toContain("this.api.streamOrCall<");
  });

  test("does not exist if the body has no such member", () => {
    expect(streaming({ type: "object", properties: { stream: { type: "string" } } })).toContain(
      "): ApiCall<CallResult> {",
    );
  });
});

describe("a list by cursor", () => {
  const list = (changes: {
    query?: string;
    data?: SchemaKeywords;
    item?: SchemaKeywords;
  }): string =>
    methodOf({
      parameters: [{ name: changes.query ?? "after", in: "query", schema: { type: "string" } }],
      responses: ok(
        json({
          allOf: [
            { type: "object", properties: { has_more: { type: "boolean" } } },
            {
              type: "object",
              properties: {
                data: changes.data ?? {
                  type: "array",
                  items: changes.item ?? { type: "object", properties: { id: { type: "string" } } },
                },
              },
            },
          ],
        }),
      ),
    }).text;

  test("is read page by page", () => {
    expect(list({})).toContain("this.api.pages(");
    expect(list({})).toContain("): PageCall<CallItem> {");
  });

  test.each([{ query: "cursor" }, { data: { type: "object" } }, { item: { type: "string" } }])(
    "is a plain call with %j",
    (changes) => {
      expect(list(changes)).toContain("this.api.call(");
    },
  );
});

describe("an operation that may be repeated", () => {
  test.each([
    ["post", { "x-access": "read" }, true],
    ["post", { "x-idempotent": true }, true],
    ["post", { "x-access": "write" }, false],
    // Without its own `x-access` it is not marked: the default access of the context does not
    // count.
    ["post", {}, false],
    ["put", { "x-access": "write" }, false],
  ])("%s with %j is marked: %s", (method, source, isMarked) => {
    const { text } = methodOf({ ...source, responses: ok() }, "/t", method);
    expect(text.includes("safe: true")).toBe(isMarked);
  });

  test("may take a key, and each call makes a new one", () => {
    const parameters = [{ name: "Idempotency-Key", in: "header", schema: { type: "string" } }];
    const { text, imports } = methodOf({ parameters, responses: ok() }, "/t", "post");
    expect(text).toContain("key: newIdempotencyKey()");
    expect(imports).toContain("newIdempotencyKey");
  });
});

test("the comment of a method describes its operation in one or two sentences", () => {
  const about = (source: object): string | undefined =>
    /\/\*\*\s(.*?)\s*\*\//.exec(methodOf({ ...source, responses: ok() }).text)?.[1];
  expect(about({ summary: "Read it", description: "All of it.\nAnd more." })).toBe(
    "Read it. All of it.",
  );
  expect(about({ summary: "One\nline.\n\nAnd a page of text." })).toBe("One line.");
  expect(about({})).toBe("`GET /things`");
});
