import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccess } from "../access/access.ts";
import { Projects } from "../access/projects-sql.ts";
import { Cancelled } from "../store/errors.ts";
import { nobodyLeaves } from "../store/testing/nobody-leaves.ts";
import { until } from "../store/traces/testing/until.ts";
import { Calls } from "../trace/calls/calls.ts";
import { builtinClasses } from "../trace/objects/builtin/classes.ts";
import { Objects } from "../trace/objects/objects.ts";
import { EndlessTraces } from "../trace/testing/endless-traces.ts";
import { LeftRecords } from "../trace/testing/left-records.ts";
import { traceStores, type TraceStores } from "../trace/testing/trace-stores.ts";
import { graphqlApp } from "./graphql/graphql-app.ts";
import { pageSource } from "./pages/page-source.ts";
import { pages } from "./pages/pages.ts";

const access = openAccess();
let leaving: AbortController;
let stores: TraceStores;
let traces: EndlessTraces;
let records: LeftRecords;
let calls: Calls;
let objects: Objects;

beforeAll(async () => {
  stores = await traceStores();
  traces = new EndlessTraces(stores.traces);
  records = new LeftRecords(stores.records, () => leaving.abort());
  calls = new Calls({ ...stores, traces });
  const builtin = builtinClasses({ allowPrivateProviders: false });
  objects = new Objects({ ...stores, records, builtin });
  const acme = stores.requesterOf("acme");
  const project = acme.projects.writable("acme/p");
  await objects.create(acme, project, { object_id: "x" }, "1", nobodyLeaves);
});
afterAll(async () => {
  await calls.close();
  await stores[Symbol.asyncDispose]();
});

function page(path: string): Response | Promise<Response> {
  leaving = new AbortController();
  const source = pageSource(calls, objects);
  const app = pages({ access, source, onError: (error) => expect.fail(String(error)) });
  return app.request(`/acme/p/weave/${path}`, { signal: leaving.signal });
}

test.each(["calls", "calls/c1"])(
  "a client that leaves the page of %s stops its query",
  async (path) => {
    traces.beginAnew(0);
    const answer = page(path);
    await until(() => traces.isRunning());
    leaving.abort();
    expect(await traces.ended).toBeInstanceOf(Cancelled);
    expect((await answer).status).toBe(499);
    await until(async () => !(await traces.isRunning()));
  },
);

test("after a client leaves the page of an object, no further statement runs", async () => {
  for (const last of [0, 1]) {
    records.beginAnew(last);
    expect((await page("objects/x/versions/latest")).status).toBe(499);
    expect(records.answered).toBe(last);
  }
  records.beginAnew(Infinity);
  expect((await page("objects/x/versions/latest")).status).toBe(200);
});

test.each(['project(name: "p", entityName: "acme") { id }', "models { edges { cursor } }"])(
  "after a client leaves during the look-up of %s, no statement runs",
  async (field) => {
    const app = graphqlApp({
      access,
      projects: new Projects(records),
      frontendHost: () => "",
      onError: (error) => expect.fail(String(error)),
    });
    leaving = new AbortController();
    records.beginAnew(0);
    const body = JSON.stringify({ query: `{ ${field} }` });
    await app.request("/graphql", { method: "POST", body, signal: leaving.signal });
    expect(records.answered).toBe(0);
  },
);
