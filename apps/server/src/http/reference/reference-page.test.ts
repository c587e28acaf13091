import { expect, test } from "vitest";
import type { OpenApiDocument } from "./document.ts";
import { referencePage } from "./reference-page.ts";

const document: OpenApiDocument = {
  info: {
    title: "Trace",
    version: "1.2.3",
    description: "First.\n\nSecond `code` <b> **loud** 2 ** 3.",
  },
  tags: [{ name: "calls", description: "What was called." }],
  paths: {
    "/call/read": {
      post: {
        operationId: "calls.read",
        tags: ["calls"],
        summary: "Read a call",
        "x-access": "read",
        parameters: [{ $ref: "#/components/parameters/Id" }],
        requestBody: {
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/CallRead" },
              examples: { one: { summary: "By id", value: { id: "<i>" } } },
            },
          },
        },
        responses: { 200: { $ref: "#/components/responses/Found" } },
      },
    },
    "/files/create": {
      post: {
        operationId: "files.createAlias",
        tags: ["files"],
        "x-compat": { of: "files.create", why: "an older spelling" },
      },
    },
  },
  components: {
    parameters: { Id: { name: "trace", in: "query", schema: { type: ["string", "null"] } } },
    responses: { Found: { description: "There it is" } },
    schemas: {
      CallRead: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "string", description: "Whose" },
          tags: { type: "array", items: { enum: ["a", "b"] } },
          more: { type: "object", additionalProperties: { type: "integer" } },
        },
      },
    },
  },
};

test("the page has all texts of the document, and escapes them", () => {
  const page = referencePage(document, new Set(["files.createAlias"]));
  for (const said of [
    "Trace",
    "1.2.3",
    "<p>Second <code>code</code> &lt;b&gt; <strong>loud</strong> 2 ** 3.</p>",
    "POST /call/read",
    "calls.read · read",
    "string | null",
    '<a href="#schema-CallRead">CallRead</a>',
    "There it is",
    '<section id="calls.read" data-built="yes">',
    '<section id="files.createAlias" data-built="no">',
    "The same as files.create: an older spelling",
    "&quot;&lt;i&gt;&quot;",
    "array of &quot;a&quot; | &quot;b&quot;",
    "map of integer",
    "<th><code>tags</code>?</th>",
    "<th><code>id</code></th>",
  ]) {
    expect(page).toContain(said);
  }
  expect(page).not.toMatch(/undefined|\[object|<b>|<i>/);
});
