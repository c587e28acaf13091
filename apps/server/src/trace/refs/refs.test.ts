import { serialise } from "@heddle/server-kit";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { internalProjectId } from "../../access/project-id.ts";
import type { Requester } from "../../access/requester.ts";
import { QueryLimit } from "../../store/errors.ts";
import { builtinClasses } from "../objects/builtin/classes.ts";
import { Objects } from "../objects/objects.ts";
import { Tables } from "../tables/tables.ts";
import { answered, refusal } from "../testing/outcomes.ts";
import { traceStores, type TraceStores } from "../testing/trace-stores.ts";
import { Refs } from "./refs.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";

let stores: TraceStores;
let acme: Requester;
let globex: Requester;
let objects: Objects;
let tables: Tables;
let refs: Refs;
let project_id: string;
let projects = 0;

beforeAll(async () => {
  stores = await traceStores();
  [acme, globex] = [stores.requesterOf("acme"), stores.requesterOf("globex")];
  tables = new Tables(stores);
  const builtin = builtinClasses({ allowPrivateProviders: false });
  objects = new Objects({ ...stores, builtin });
  refs = new Refs({ ...stores, objects, tables });
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(() => {
  project_id = `acme/p${(projects += 1)}`;
});

/** Publishes a value, and returns the ref of its version. */
async function publish(object_id: string, val: unknown, raw?: string): Promise<string> {
  const text = raw ?? JSON.stringify(val);
  const project = acme.projects.writable(project_id);
  const { digest } = await objects.create(acme, project, { object_id }, text, nobodyLeaves);
  return `weave:///${project_id}/object/${object_id}:${digest}`;
}

async function read(...asked: readonly string[]): Promise<unknown[]> {
  return answered(await refs.readBatch(acme, asked, nobodyLeaves));
}

const unknownDigest = "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o";

describe("one object", () => {
  it("answers whole values in the order of the refs, repeats included", async () => {
    const a = await publish("a", { b: 1 });
    const b = await publish("b", [1, "x"]);
    expect(await read(b, a, b)).toEqual([[1, "x"], { b: 1 }, [1, "x"]]);
    expect(await read()).toEqual([]);
    const internal = a.replace(
      `weave:///${project_id}`,
      `weave-trace-internal:///${internalProjectId(project_id)}`,
    );
    expect(await read(internal)).toEqual([{ b: 1 }]);
  });

  it("keeps numbers as they were written", async () => {
    const ref = await publish("a", null, '{"a": [1.0, 1e2]}');
    const text = serialise(await refs.readBatch(acme, [ref, `${ref}/key/a`], nobodyLeaves));
    expect(text).toBe('[{"a": [1.0, 100.0]},[1.0, 100.0]]');
  });

  const ways: readonly [string, unknown][] = [
    ["/attr/list/index/1", "two"],
    ["/key/list/index/0", { a: null }],
    ["/key/a%2Fb", true],
    ["/key/list/index/2", null],
    ["/key/list/index/-1", null],
    ["/key/list/key/0", null],
    ["/key/none", null],
    ["/key/none/key/deeper/index/0", null],
    ["/key/list/index/0/key/a/key/b", null],
    ["/key/a%2Fb/key/x", null],
    ["/key/text/index/0", null],
  ];

  test.each(ways)("%s leads to %j", async (way, expected) => {
    const ref = await publish("a", { list: [{ a: null }, "two"], "a/b": true, text: "weave" });
    expect(await read(ref + way)).toEqual([expected]);
  });

  it("answers null for a deleted one", async () => {
    const gone = await publish("a", 1);
    const there = await publish("a", 2);
    const project = acme.projects.writable(project_id);
    await objects.delete(project, { object_id: "a", digests: ["v0"] });
    expect(await read(gone, there, `${gone}/key/a`)).toEqual([null, 2, null]);
    expect(await publish("a", 1)).toBe(gone);
    expect(await read(gone)).toEqual([1]);
  });

  it("answers null beyond a deleted one on the way", async () => {
    const inner = await publish("inner", { b: 1 });
    const outer = await publish("outer", { a: inner });
    await objects.delete(acme.projects.writable(project_id), { object_id: "inner" });
    expect(await read(`${outer}/key/a/key/b`, `${outer}/key/a`)).toEqual([null, inner]);
  });
});

describe("several", () => {
  it("leads through evaluation, dataset and table to a row", async () => {
    const question = { question: "Why?", score: 1 };
    const { digest, row_digests } = await tables.create(
      acme,
      acme.projects.writable(project_id),
      {},
      [JSON.stringify(question), JSON.stringify({ question: "How?" })],
    );
    const [row = "", other = ""] = row_digests;
    const table = `weave:///${project_id}/table/${digest}`;
    const dataset = await publish("ds", { rows: table });
    const evaluation = await publish("eval", { dataset, name: "e" });
    expect(
      await read(
        `${evaluation}/attr/dataset/attr/rows/id/${row}/key/question`,
        `${evaluation}/attr/dataset/attr/rows/id/${other}`,
        `${dataset}/attr/rows/id/${unknownDigest}/key/question`,
        `${evaluation}/attr/dataset`,
        `${dataset}/attr/rows`,
        `${dataset}/attr/rows/key/question`,
      ),
    ).toEqual(["Why?", { question: "How?" }, null, dataset, table, null]);
  });

  it("follows the path of a ref inside a value", async () => {
    const inner = await publish("inner", { a: { b: { c: 1 } } });
    const outer = await publish("outer", { part: `${inner}/key/a` });
    expect(await read(`${outer}/key/part/key/b/key/c`)).toEqual([1]);
  });

  it("does not leave the project", async () => {
    const elsewhere = await publish("x", { a: 1 });
    project_id = `${project_id}-2`;
    const ref = await publish("y", { x: elsewhere, table: "weave:///acme/other/table/T" });
    expect(await read(`${ref}/key/x/key/a`, `${ref}/key/x`, `${ref}/key/table/id/R`)).toEqual([
      null,
      elsewhere,
      null,
    ]);
  });

  it("refuses a chain that is too long", async () => {
    let ref = await publish("x", { next: 1 });
    for (let length = 0; length < 105; length += 1)
      ref = await publish("x", { next: `${ref}/key/next` });
    expect((await refusal(read(`${ref}/key/next/key/more`))).status).toBe(400);
  });

  it("hides the projects that the reader may not see", async () => {
    const inner = await publish("inner", 1);
    const outer = await publish("outer", { inner });
    const seen = serialise(await refs.readBatch(globex, [`${outer}/key/inner`], nobodyLeaves));
    expect(seen).toMatch(/^\["weave-private:\/\/\/\/\/object\/inner:/);
  });
});

describe("refusals", () => {
  it("names objects that never existed, also inside the path", async () => {
    const there = await publish("a", { b: `weave:///${project_id}/object/gone:${unknownDigest}` });
    const none = `weave:///${project_id}/object/none:${unknownDigest}`;
    for (const asked of [[there, none], [`${there}/key/b/key/c`]]) {
      expect(await refusal(read(...asked))).toMatchObject({
        status: 404,
        body: {
          error_type: "RefObjectsNotFoundError",
          missing_object_digests: [unknownDigest],
        },
      });
    }
    expect(await read(`${there}/key/b`)).toHaveLength(1);
  });

  test.each([
    ["a table", (start: string) => `${start}/table/${unknownDigest}`],
    ["a call", (start: string) => `${start}/call/1`],
    ["the latest", (start: string) => `${start}/object/a:latest`],
    ["an index", (start: string) => `${start}/object/a:v0`],
    ["a text that is no ref", () => "a"],
  ])("%s is not read here", async (_, ref) =>
    expect((await refusal(read(ref(`weave:///${project_id}`)))).status).toBe(400),
  );

  it("refuses a step into a table at a value that is no table", async () => {
    const ref = await publish("a", { b: {} });
    expect((await refusal(read(`${ref}/key/b/id/${unknownDigest}`))).status).toBe(400);
  });

  it("accepts 1,000 refs and no more", async () => {
    const ref = await publish("a", 1);
    const asked = Array.from({ length: 1_001 }, () => ref);
    expect(await read(...asked.slice(1))).toHaveLength(1_000);
    expect((await refusal(read(...asked))).status).toBe(400);
  });

  it("refuses to answer with more than it may hold", async () => {
    const ref = await publish("a", "x".repeat(100));
    const narrow = new Refs({ ...stores, objects, tables, maxAnswerBytes: 500 });
    expect(await narrow.readBatch(acme, [ref, ref], nobodyLeaves)).toHaveLength(2);
    await expect(narrow.readBatch(acme, Array(10).fill(ref), nobodyLeaves)).rejects.toThrow(
      QueryLimit,
    );
  });
});
