import { z } from "@hono/zod-openapi";
import { type AnyHandlers, appOf, type ServiceApp } from "../service-app.ts";
import { Forbidden, InvalidRequest, NotFound } from "../errors.ts";
import type { ContentSpec, OperationSpec } from "../operation.ts";
import type { AppOptions } from "../options.ts";
import type { ServiceSpec } from "../service.ts";

/** A service small enough to read, with one operation of each kind that the kit tells apart. */

export interface Principal {
  readonly key: string;
}

export interface Context {
  readonly principal: Principal | null;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

const projectId = z.string().regex(/^[^/]+\/[^/]+$/);
const ErrorBody = z.object({ reason: z.string() }).catchall(z.any());
/** An answer that may have any members. */
const Anything = z.record(z.string(), z.unknown());
const Note = z.looseObject({ id: z.string(), value: Anything });
const NewNote = z.looseObject({
  project_id: projectId,
  title: z.string().nullable().optional(),
  limit: z.int().min(0).nullable().optional(),
  value: z.looseObject({}),
});
const Halves = z.looseObject({
  batch: z.array(
    z.union([
      z.looseObject({
        mode: z.enum(["start"]).nullable().optional(),
        start: z.looseObject({
          project_id: projectId,
          inputs: z.looseObject({}),
          name: z.string(),
        }),
      }),
      z.looseObject({
        mode: z.enum(["end"]).nullable().optional(),
        end: z.looseObject({ project_id: projectId, output: z.unknown(), name: z.string() }),
      }),
    ]),
  ),
});

const json = (schema: z.ZodType, raw?: readonly string[]): Record<string, ContentSpec> => ({
  "application/json": { framing: "json", schema, ...(raw && { raw }) },
});

const errors = Object.fromEntries(
  [400, 401, 403, 404, 413, 415, 422, 429, 500, 503].map((status) => [status, json(ErrorBody)]),
);

type Given = Pick<OperationSpec, "id" | "method" | "path"> & Partial<OperationSpec>;

function operation(given: Given): OperationSpec {
  const [resource = "", verb = ""] = given.id.split(".");
  return {
    resource,
    verb,
    access: "read",
    projects: [],
    parameters: [],
    ...given,
    responses: { ...errors, ...given.responses },
  };
}

const query = { in: "query", required: false } as const;

export const operations: readonly OperationSpec[] = [
  operation({
    id: "service.health",
    method: "get",
    path: "/health",
    access: "public",
    responses: { 200: json(z.strictObject({ status: z.string() })) },
  }),
  operation({
    id: "notes.create",
    method: "post",
    path: "/notes/create",
    access: "write",
    projects: [{ in: "body", at: "/project_id" }],
    body: { required: true, content: json(NewNote, ["/value"]) },
    invalidStatus: { "/limit": 400 },
    responses: { 200: json(Note), 204: {} },
  }),
  operation({
    id: "notes.createAlias",
    method: "post",
    path: "/note/create",
    access: "write",
    projects: [{ in: "body", at: "/project_id" }],
    body: { required: true, content: json(NewNote, ["/value"]) },
    responses: { 200: json(Note), 204: {} },
    compatOf: "notes.create",
  }),
  operation({
    id: "notes.upsert",
    method: "post",
    path: "/notes/upsert",
    access: "write",
    projects: [
      { in: "body", at: "/batch/*/start/project_id" },
      { in: "body", at: "/batch/*/end/project_id" },
    ],
    body: {
      required: true,
      content: json(Halves, ["/batch/*/start/inputs", "/batch/*/end/output"]),
    },
    invalidStatus: { "/batch/*/mode": 400 },
    responses: { 200: json(Anything) },
  }),
  operation({
    id: "notes.list",
    method: "get",
    path: "/notes",
    projects: [{ in: "query", at: "/project_id" }],
    parameters: [
      { ...query, required: true, name: "project_id", kind: "string", schema: projectId },
      { ...query, name: "limit", kind: "integer", schema: z.int().optional() },
      { ...query, name: "open", kind: "boolean", schema: z.boolean().optional() },
      { ...query, name: "tag", kind: "array", schema: z.array(z.string()).optional() },
      {
        ...query,
        name: "n",
        kind: "array",
        explode: false,
        schema: z.array(z.int()).optional(),
      },
      {
        ...query,
        name: "filter",
        kind: "object",
        style: "deepObject",
        schema: z
          .looseObject({ state: z.string(), ids: z.array(z.int()), high: z.number() })
          .partial()
          .optional(),
      },
      { in: "header", required: false, name: "X-Trial", kind: "number", schema: z.number() },
    ],
    responses: { 200: json(Anything) },
  }),
  operation({
    id: "notes.query",
    method: "post",
    path: "/notes/query",
    projects: [{ in: "body", at: "/project_id" }],
    body: { required: true, content: json(z.looseObject({ project_id: projectId })) },
    responses: { 200: { "application/jsonl": { framing: "jsonl", schema: Note } } },
  }),
  operation({
    id: "notes.events",
    method: "get",
    path: "/events",
    responses: { 200: { "text/event-stream": { framing: "sse", schema: Note } } },
  }),
  operation({
    id: "notes.upload",
    method: "post",
    path: "/notes/upload",
    access: "write",
    projects: [{ in: "part", at: "/project_id" }],
    body: {
      required: true,
      content: {
        "multipart/form-data": {
          framing: "multipart",
          schema: z.looseObject({ project_id: projectId, expected_digest: z.string().optional() }),
          files: ["file"],
        },
      },
    },
    responses: { 200: json(Anything) },
  }),
  operation({
    id: "notes.content",
    method: "get",
    path: "/v2/{entity}/{project}/notes/{id}",
    projects: [{ in: "path", at: "/project", entityAt: "/entity" }],
    parameters: ["entity", "project", "id"].map((name) => ({
      in: "path",
      required: true,
      name,
      kind: "string",
      schema: z.string(),
    })),
    responses: { 200: { "application/octet-stream": { framing: "bytes" } } },
  }),
  operation({
    id: "notes.refs",
    method: "post",
    path: "/notes/refs",
    projects: [{ in: "body", at: "/refs/*", by: "ref" }],
    body: { required: true, content: json(z.looseObject({ refs: z.array(z.string()) })) },
    responses: { 200: json(Anything) },
  }),
];

export const service: ServiceSpec = {
  name: "tiny",
  operations,
  errorBody: (error, requestId) => ({
    ...error.extras,
    ...(error instanceof InvalidRequest ? { detail: error.issues } : {}),
    reason: error.reason,
    request_id: requestId,
  }),
  notBuilt: (spec) => new NotFound(`${spec.id} is not built yet`),
  finders: {
    ref: { projectsOf: (ref) => /^tiny:\/\/\/([^/]+\/[^/]+)/.exec(String(ref))?.[1] },
  },
};

export interface Trial {
  readonly app: ServiceApp;
  /** Every `authorise`, as `access: projects`. */
  readonly authorised: string[];
  /** The errors that `onError` was given. */
  readonly errors: unknown[];
}

/**
 * The tiny service with these handlers. The key `k` may do everything in `acme/…`; the key `r`
 * may only read there.
 */
export function trial(
  handlers: AnyHandlers,
  options: Partial<AppOptions<Principal, Context>> = {},
): Trial {
  const authorised: string[] = [];
  const errors: unknown[] = [];
  const app = appOf<Principal, Context>(service, handlers, {
    partial: true,
    checkResponses: true,
    authenticate(headers) {
      const key = /^Bearer (k|r)$/.exec(headers.get("authorization") ?? "")?.[1];
      return key === undefined ? null : { key };
    },
    authorise(principal, access, projects) {
      authorised.push(`${access}: ${projects.join(" ")}`);
      const foreign = projects.find((project) => !project.startsWith("acme/"));
      if (foreign !== undefined) throw new NotFound(`Project ${foreign} not found`);
      if (principal.key === "r" && access !== "read") throw new Forbidden();
    },
    context: ({ principal, requestId, signal }) => ({ principal, requestId, signal }),
    onError: (error) => errors.push(error),
    ...options,
  });
  return { app, authorised, errors };
}

/** Options of a request that posts JSON text with the key `k`. */
export function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): RequestInit {
  return { method: "POST", body, headers: { authorization: "Bearer k", ...headers } };
}
