import { z } from "@hono/zod-openapi";
import type { Owner } from "../access/finders.ts";
import type { ProjectPlace } from "../access/project-place.ts";
import type { AnyHandler } from "../dispatch.ts";
import { BadRequest, NotFound } from "../errors.ts";
import type { BytesBody, MultipartBody } from "../handler.ts";
import type { OperationSpec } from "../operation.ts";
import type { AppOptions } from "../options.ts";
import { plainService } from "../plain-service.ts";
import { reply } from "../reply.ts";
import { serviceApp } from "../service-app.ts";
import type { ServiceSpec } from "../service.ts";

/** A service whose requests name things of two entities by id: a model, a job and an artifact. */

/** The entity that owns each thing, by kind and id. */
const things: ReadonlyMap<string, string> = new Map([
  ["model m1", "acme/a"],
  ["model m2", "globex/b"],
  ["job j1", "acme/a"],
  ["job j2", "globex/b"],
  ["artifact a1", "acme/a"],
  ["artifact a2", "globex/b"],
]);

type Owners = {
  readonly [Name in "entityOf" | "finders" | "owners"]?: AppOptions<Key, unknown>[Name] | undefined;
};
type Content = NonNullable<RequestInit["body"]>;

/** Sends a request as this entity; returns the answer and the handlers that have run. */
type Send = (
  line: string,
  body?: Content | object,
  headers?: object,
  key?: string,
) => Promise<{ status: number; detail: unknown; ran: readonly string[] }>;

interface Key {
  readonly entity: string;
}

type Given = Partial<OperationSpec> & Pick<OperationSpec, "id" | "method" | "path">;

export function operation({ id, ...given }: Given): OperationSpec {
  const [resource = "", verb = ""] = id.split(".");
  const parameters = [...given.path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = ""]) =>
      ({ in: "path", name, required: true, schema: z.string(), kind: "string" }) as const,
  );
  return { id, resource, verb, access: "write", projects: [], parameters, responses: {}, ...given };
}

export const json = (schema: z.ZodType): NonNullable<OperationSpec["body"]> => ({
  required: true,
  content: { "application/json": { framing: "json", schema } },
});

const byId = (kind: string, name: string): ProjectPlace[] => [
  { in: "path", at: `/${name}`, by: kind },
];

const operations: readonly OperationSpec[] = [
  operation({
    id: "models.create",
    method: "post",
    path: "/models",
    projects: [{ in: "body", at: "/project", entityAt: "/entity" }],
    body: json(z.looseObject({ entity: z.string().nullish(), project: z.string() })),
  }),
  operation({
    id: "models.delete",
    method: "delete",
    path: "/models/{id}",
    projects: byId("model", "id"),
  }),
  operation({
    id: "jobs.create",
    method: "post",
    path: "/jobs",
    projects: [
      { in: "body", at: "/model_id", by: "model" },
      { in: "body", at: "/data/*", by: "url" },
    ],
    body: json(
      z.looseObject({ model_id: z.string().min(2), data: z.array(z.string()).optional() }),
    ),
  }),
  operation({
    id: "jobs.read",
    method: "get",
    path: "/jobs/{id}",
    access: "read",
    projects: byId("job", "id"),
  }),
  operation({
    id: "artifacts.read",
    method: "get",
    path: "/artifacts/{id}",
    access: "read",
    projects: byId("artifact", "id"),
  }),
  operation({
    id: "artifacts.put",
    method: "put",
    path: "/artifacts/{id}",
    projects: byId("artifact", "id"),
    body: { required: true, content: { "application/octet-stream": { framing: "bytes" } } },
  }),
  operation({
    id: "artifacts.upload",
    method: "post",
    path: "/upload",
    projects: [{ in: "part", at: "/project", entityAt: "/entity" }],
    body: {
      required: true,
      content: {
        "multipart/form-data": {
          framing: "multipart",
          schema: z.looseObject({ project: z.string(), entity: z.string().optional() }),
          files: ["file"],
        },
      },
    },
  }),
  operation({
    id: "chat.create",
    method: "post",
    path: "/chat",
    projects: [{ in: "header", at: "/OpenAI-Project" }],
    parameters: [
      { in: "header", name: "OpenAI-Project", required: false, schema: z.string(), kind: "string" },
    ],
  }),
  operation({
    id: "traces.export",
    method: "post",
    path: "/traces",
    projects: [{ in: "body", at: "", by: "spans" }],
    body: { required: true, content: { "application/x-protobuf": { framing: "bytes" } } },
  }),
];

const service: ServiceSpec = {
  ...plainService("owners", operations),
  isForeignHeader401: true,
  finders: {
    url: {
      what: "artifact",
      projectsOf: (url) => /^thing:\/\/(\w+\/\w+)\/\w+$/.exec(String(url))?.[1],
    },
  },
};

function ownerOf(kind: string): Owner {
  return { what: kind, projectOf: async (id) => things.get(`${kind} ${id}`) };
}

export const owners: Owners = {
  entityOf: ({ entity }) => entity,
  owners: { model: ownerOf("model"), job: ownerOf("job"), artifact: ownerOf("artifact") },
  finders: {
    spans: {
      projectsOf: async (body) => {
        const text = new TextDecoder().decode(await (body as BytesBody).bytes());
        return text.split(" ");
      },
    },
  },
};

/** A client of the service that records which handlers ran, and the body of bytes that each got. */
export function trial(own: Owners = owners): { readonly send: Send } {
  const ran: string[] = [];
  const handlers: Record<string, Record<string, AnyHandler>> = {};
  for (const { id, resource, verb } of operations) {
    (handlers[resource] ??= {})[verb] = async (request) => {
      const body = request.body as Partial<BytesBody & MultipartBody<object>> | undefined;
      if (body?.files) for await (const _ of body.files);
      const bytes = await body?.bytes?.();
      ran.push(bytes ? `${id} ${new TextDecoder().decode(bytes)}` : id);
      return reply(200, {});
    };
  }
  const app = serviceApp<Readonly<Record<string, unknown>>, Key>(service, handlers, {
    authenticate(headers) {
      const entity = /^Bearer (\w+)$/.exec(headers.get("authorization") ?? "")?.[1];
      return entity === undefined ? null : { entity };
    },
    authorise({ entity }, _access, projects) {
      for (const project of projects) {
        if (!/^\w+\/\w+$/.test(project)) throw new BadRequest(`${project} is no project`);
        if (!project.startsWith(`${entity}/`)) throw new NotFound(`Project ${project} not found`);
      }
    },
    ...(own as Partial<AppOptions<Key, unknown>>),
    partial: true,
  });
  const send: Send = async (line, body, headers = {}, key = "acme") => {
    const [method = "", path = ""] = line.split(" ");
    const isPlain = body?.constructor === Object;
    const response = await app.request(path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(isPlain ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isPlain ? JSON.stringify(body) : (body as Content) }),
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    });
    const { detail } = (await response.json()) as { detail?: unknown };
    return { status: response.status, detail, ran };
  };
  return { send };
}
