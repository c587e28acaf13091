/** How many of each: about what the largest public documents have. */
const resources = 40;
const operationsPerResource = 9;
const schemasPerResource = 22;

/** For a line of a table. */
export const largeDocumentSize: string = `${resources * operationsPerResource} operations, ${
  resources * schemasPerResource
} schemas`;

type Json = Readonly<Record<string, unknown>>;

/**
 * An OpenAPI 3.1 document as large as they come: unions told apart by a tag, recursion, `allOf`,
 * shared parameters and responses, path parameters, pages, uploads and streams, the same each time.
 */
export function largeDocument(): Json {
  const all = Array.from({ length: resources }, (_, at) => at);
  return {
    openapi: "3.1.1",
    info: { title: "Large", version: "1.0.0" },
    servers: [{ url: "http://127.0.0.1" }],
    paths: Object.assign({}, ...all.map(pathsOf)) as Json,
    components: {
      schemas: { Problem: problem, ...(Object.assign({}, ...all.map(schemasOf)) as Json) },
      parameters: {
        After: { name: "after", in: "query", schema: { type: "string" } },
        Limit: { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } },
      },
      responses: { Problem: { description: "No.", content: json(ref("Problem")) } },
    },
  };
}

const problem: Json = {
  type: "object",
  required: ["code", "message"],
  properties: { code: { type: "integer" }, message: { type: "string" } },
};

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function json(schema: Json): Json {
  return { "application/json": { schema } };
}

function pathsOf(at: number): Json {
  const operation = (verb: string, rest: Json): Json => ({
    operationId: `resource${at}.${verb}`,
    summary: `The ${verb} of resource ${at}`,
    tags: [`resource${at}`],
    ...rest,
    responses: {
      "200": { description: "Yes.", content: json(ref(`Thing${at}x0`)) },
      "404": { $ref: "#/components/responses/Problem" },
      ...(rest["responses"] as Json | undefined),
    },
  });
  const body = (name: string): Json => ({
    requestBody: { required: true, content: json(ref(name)) },
  });
  const streamed = {
    "200": { description: "Yes.", content: { "text/event-stream": { schema: ref(`Any${at}x0`) } } },
  };
  const paged = [
    { $ref: "#/components/parameters/After" },
    { $ref: "#/components/parameters/Limit" },
  ];
  const id = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const upload: Json = {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: { file: { type: "string", format: "binary" }, name: { type: "string" } },
      },
    },
  };
  return {
    [`/r${at}`]: {
      get: operation("list", { parameters: paged }),
      post: operation("create", body(`Thing${at}x1`)),
    },
    [`/r${at}/{id}`]: {
      parameters: id,
      get: operation("read", {}),
      put: operation("replace", body(`Thing${at}x2`)),
      patch: operation("change", body(`All${at}x0`)),
      delete: operation("delete", { responses: { "204": { description: "Gone." } } }),
    },
    [`/r${at}/{id}/events`]: {
      parameters: id,
      post: operation("stream", { ...body(`Any${at}x1`), responses: streamed }),
    },
    [`/r${at}/{id}/file`]: {
      parameters: id,
      post: operation("upload", { requestBody: { required: true, content: upload } }),
    },
    [`/r${at}/{id}/find`]: {
      parameters: id,
      post: operation("find", body(`Any${at}x2`)),
    },
  };
}

/** Of every kind in turn; each refers to others of its resource, some to themselves. */
function schemasOf(at: number): Json {
  const made: Record<string, Json> = {};
  for (let index = 0; index * 4 < schemasPerResource - 3; index += 1) {
    const name = `${at}x${index}`;
    made[`Thing${name}`] = {
      type: "object",
      description: `A thing of resource ${at}.`,
      required: ["kind", "id"],
      properties: {
        kind: { const: `thing-${index}` },
        id: { type: "string", minLength: 1 },
        size: { type: ["integer", "null"], minimum: 0 },
        state: { enum: ["new", "ready", "gone"] },
        tags: { type: "array", items: { type: "string" } },
        labels: { type: "object", additionalProperties: { type: "string" } },
        children: { type: "array", items: ref(`Thing${name}`) },
        next: { anyOf: [ref(`Thing${at}x${(index + 1) % 5}`), { type: "null" }] },
      },
    };
    made[`Leaf${name}`] = {
      type: "object",
      required: ["kind"],
      properties: { kind: { const: `leaf-${index}` }, value: { type: "number" } },
    };
    made[`Any${name}`] = {
      oneOf: [ref(`Thing${name}`), ref(`Leaf${name}`)],
      discriminator: { propertyName: "kind" },
    };
    made[`All${name}`] = {
      allOf: [ref(`Leaf${name}`), { type: "object", properties: { any: ref(`Any${name}`) } }],
    };
  }
  made[`Extra${at}`] = { type: "array", items: ref(`Any${at}x0`) };
  made[`Map${at}`] = { type: "object", additionalProperties: ref(`All${at}x1`) };
  return made;
}
