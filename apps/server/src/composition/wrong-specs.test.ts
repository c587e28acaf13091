/** The server refuses what a wrong spec would let through: it serves a spec with these defects. */
import { type OperationSpec, plainService, reply, serviceApp } from "@heddle/server-kit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { keyedAccess } from "../access/access.ts";
import { Keys } from "../access/keys-sql.ts";
import type { Principal } from "../access/principal.ts";
import { projectName } from "../access/project-id.ts";
import { Projects } from "../access/projects-sql.ts";
import { loadConfig } from "../config/config.ts";
import type { Context } from "../http/context.ts";
import { createLog } from "../http/log.ts";
import {
  type TemporaryRecords,
  temporaryRecords,
} from "../store/records/testing/temporary-records.ts";
import { nobodyLeaves } from "../store/testing/nobody-leaves.ts";
import { serviceOptions } from "./service-options.ts";

interface Request {
  readonly body: { readonly project_id: string };
  readonly context: Context;
}

let records: TemporaryRecords;
let projects: Projects;
let app: ReturnType<typeof serviceApp>;
let key: string;
let logged: string[];

/** An operation of readers whose `x-project` is `{none: why}`. */
function operation(verb: string): OperationSpec {
  return {
    id: `notes.${verb}`,
    resource: "notes",
    verb,
    method: "post",
    path: `/notes/${verb}`,
    access: "read",
    projects: [],
    parameters: [],
    body: { required: true, content: { "application/json": { framing: "json" } } },
    responses: { 200: { "application/json": { framing: "json" } } },
  };
}

beforeAll(async () => {
  records = await temporaryRecords();
  projects = new Projects(records);
  const keys = new Keys(records);
  ({ key } = await keys.create({ entity: "acme", role: "read" }));
  const log = createLog("error", { write: (line) => void logged.push(line) });
  const config = loadConfig({ env: {}, flags: {}, cwd: records.folder });
  const handlers = {
    notes: {
      read: ({ body, context }: Request) => reply(200, context.projects.named(body.project_id)),
      write: async ({ body, context }: Request) => {
        const project = context.projects.writable(body.project_id);
        return reply(200, { id: await projects.ensure(project) });
      },
    },
  };
  const service = plainService<typeof handlers>("notes", [operation("read"), operation("write")]);
  const options = serviceOptions("notes", { config, log, access: keyedAccess(keys) });
  app = serviceApp<typeof handlers, Principal>(service, handlers, { ...options, partial: false });
});

afterAll(() => records.close());

beforeEach(() => {
  logged = [];
});

async function ask(path: string, project_id: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return app.request(path, { method: "POST", headers, body: JSON.stringify({ project_id }) });
}

test("an operation that lists no project serves those of the key", async () => {
  const answer = await ask("/notes/read", "acme/p");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ name: "acme/p" });
});

test("an operation that lists no project does not serve those of another entity", async () => {
  const answer = await ask("/notes/read", "globex/p");
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("not found") });
});

test("an operation of readers that writes answers 500, writes nothing, and the log names it", async () => {
  const answer = await ask("/notes/write", "acme/p");
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("x-access");
  expect(await projects.find(projectName("acme/p"), nobodyLeaves)).toBeUndefined();
  expect(logged.join("\n")).toContain("notes.write writes, but has x-access: read.");
});
