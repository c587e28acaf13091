import {
  BadRequest,
  type ContentSpec,
  type OperationSpec,
  type ServiceSpec,
} from "@heddle/server-kit";

const json: Readonly<Record<string, ContentSpec>> = { "application/json": { framing: "json" } };

const protobuf: Readonly<Record<string, ContentSpec>> = {
  "application/x-protobuf": { framing: "bytes" },
};

function operation(
  given: Pick<OperationSpec, "id" | "method" | "path" | "responses">,
  content = json,
): OperationSpec {
  const [resource = "", verb = ""] = given.id.split(".");
  const body = { required: false, content };
  return {
    resource,
    verb,
    access: "read",
    projects: [],
    parameters: [],
    ...(given.method === "post" && { body }),
    ...given,
    responses: { ...given.responses, 401: json },
  };
}

/** One operation for each kind of answer from examples. */
export const operations: readonly OperationSpec[] = [
  operation({
    id: "chat.create",
    method: "post",
    path: "/chat",
    responses: { 200: { ...json, "text/event-stream": { framing: "sse" } }, 404: json, 429: json },
  }),
  operation({
    id: "notes.query",
    method: "post",
    path: "/notes",
    responses: { 200: { "application/jsonl": { framing: "jsonl" } } },
  }),
  operation({
    id: "notes.content",
    method: "get",
    path: "/notes/content",
    responses: { 200: { "application/octet-stream": { framing: "bytes" } } },
  }),
  operation(
    {
      id: "spans.export",
      method: "post",
      path: "/spans",
      responses: { 200: { ...json, ...protobuf }, 404: json },
    },
    { ...json, ...protobuf },
  ),
  operation({ id: "notes.delete", method: "delete", path: "/notes", responses: { 204: {} } }),
  operation({ id: "notes.bare", method: "get", path: "/bare", responses: { 200: json } }),
];

/** The documented answers of the operations, with references. */
export const document: unknown = {
  components: {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      header: { type: "apiKey", in: "header", name: "x-key" },
    },
    headers: { RetryAfter: { schema: { type: "integer" }, example: 7 } },
    examples: { Whole: { summary: "All of it", value: { text: "whole" } } },
    responses: {
      Busy: {
        headers: {
          "X-Request-Id": { example: "of the document" },
          "Retry-After": { $ref: "#/components/headers/RetryAfter" },
        },
        content: { "application/json": { example: { error: "busy" } } },
      },
    },
  },
  paths: {
    "/chat": {
      post: {
        responses: {
          200: {
            content: {
              "application/json": {
                examples: {
                  whole: { $ref: "#/components/examples/Whole" },
                  tool: { value: { text: "tool" } },
                },
              },
              "text/event-stream": {
                examples: { first: { value: { delta: "wh" } }, last: { value: { delta: "ole" } } },
              },
            },
          },
          404: {
            content: { "application/json": { examples: { gone: { value: { error: "x" } } } } },
          },
          429: { $ref: "#/components/responses/Busy" },
        },
      },
    },
    "/notes": {
      post: {
        responses: {
          200: {
            content: { "application/jsonl": { examples: { a: { value: 1 }, b: { value: 2 } } } },
          },
        },
      },
      delete: { responses: { 204: { description: "Gone." } } },
    },
    "/notes/content": {
      get: { responses: { 200: { content: { "application/octet-stream": {} } } } },
    },
    "/spans": {
      post: {
        responses: {
          200: {
            content: {
              "application/json": {
                examples: { all: { value: {} }, some: { value: { lost: 1 } } },
              },
              "application/x-protobuf": { examples: { all: { value: "" }, some: { value: "\b" } } },
            },
          },
          404: {
            content: { "application/json": { examples: { gone: { value: { error: "x" } } } } },
          },
        },
      },
    },
    "/bare": { get: { responses: { 200: { content: { "application/json": {} } } } } },
  },
};

/** The tiny service, and the form of its errors. */
export const service: ServiceSpec = {
  name: "tiny",
  operations,
  errorBody: (error) => ({ error: error.reason }),
  notBuilt: (spec) => new BadRequest(`${spec.id} is not built`),
};
