import { serialise } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WritableProject } from "../access/project-id.ts";
import type { Requester } from "../access/requester.ts";
import { builtinClasses } from "./objects/builtin/classes.ts";
import { Objects } from "./objects/objects.ts";
import { Refs } from "./refs/refs.ts";
import { Tables } from "./tables/tables.ts";
import { refusal } from "./testing/outcomes.ts";
import { traceStores, type TraceStores } from "./testing/trace-stores.ts";
import { watched } from "./testing/watched.ts";
import { nobodyLeaves } from "../store/testing/nobody-leaves.ts";

/**
 * One turn is 20 ms; a step without a pause is a pass over 32 MiB. The whole work in one step took
 * seconds.
 */
const longestBlockMs = 1_000;
/** Room for some copies of a text of 32 MiB. A tree of such a text took gigabytes. */
const mostGrown = 500e6;

let stores: TraceStores;
let acme: Requester;
let objects: Objects;
let tables: Tables;
let refs: Refs;
let project: WritableProject;
let projects = 0;

beforeAll(async () => {
  stores = await traceStores();
  acme = stores.requesterOf("acme");
  tables = new Tables(stores);
  objects = new Objects({ ...stores, builtin: builtinClasses({ allowPrivateProviders: false }) });
  refs = new Refs({ ...stores, objects, tables });
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(() => {
  project = acme.projects.writable(`acme/p${(projects += 1)}`);
});

function listOf(item: string, count: number): string {
  return `[${`${item},`.repeat(count - 1)}${item}]`;
}

function objectOf(count: number, member: (index: number) => string): string {
  return `{${Array.from({ length: count }, (_, index) => member(index)).join(",")}}`;
}

function publish(valText: string): Promise<Trace.ObjectCreateResult> {
  return objects.create(acme, project, { object_id: "large" }, valText, nobodyLeaves);
}

describe("a value that is stored", () => {
  test.each([
    ["2,000,000 floats", () => listOf("0.12345678901", 2_000_000)],
    [
      "900,000 members in no order",
      () => objectOf(900_000, (n) => `"k${(n * 7_919) % 900_007}":0`),
    ],
    ["a string of 30 MB", () => JSON.stringify("abc\n".repeat(6_000_000))],
    [
      "10 MB of JSON with refs in a string",
      () => JSON.stringify(listOf(`"weave:///acme/x/object/a:b"`, 300_000)),
    ],
  ])(
    "%s: does not block the server, and takes little memory besides its text",
    async (_, value) => {
      const text = value();
      const { result, ...cost } = await watched(() => publish(text));
      expect(result.digest).toHaveLength(43);
      expect(cost.longestBlockMs).toBeLessThan(longestBlockMs);
      expect(cost.grown).toBeLessThan(mostGrown);
    },
  );

  test.each([
    ["16,000,000 numbers", () => listOf("1", 16_000_000)],
    ["8,000,000 strings", () => listOf('"a"', 8_000_000)],
    ["6,500,000 numbers that grow", () => listOf("1e15", 6_500_000)],
    ["15,000,000 letters that grow", () => JSON.stringify("é".repeat(15_000_000))],
  ])("%s: is refused as soon as it is too large", async (_, value) => {
    const text = value();
    const { result, ...cost } = await watched(() => refusal(publish(text)));
    expect(result).toMatchObject({ status: 413, body: { error_type: "InsertTooLarge" } });
    expect(cost.longestBlockMs).toBeLessThan(longestBlockMs);
    expect(cost.grown).toBeLessThan(mostGrown);
  });
});

describe("rows that are stored", () => {
  const rows: readonly [string, () => string[]][] = [
    ["600,000 empty ones", () => Array.from({ length: 600_000 }, () => "{}")],
    ["one of 30 MB", () => [`{"b":${listOf("0.25", 5_000_000)},"a":1}`]],
  ];

  test.each(rows)("%s: do not block the server", async (_, make) => {
    const texts = make();
    const { result, ...cost } = await watched(() => tables.create(acme, project, {}, texts));
    expect(result.row_digests).toHaveLength(texts.length);
    expect(cost.longestBlockMs).toBeLessThan(longestBlockMs);
    expect(cost.grown).toBeLessThan(mostGrown);
  });

  test("600,000 empty ones: do not block the server when they are added to a table", async () => {
    const { digest: base_digest } = await tables.create(acme, project, {}, ["{}"]);
    const changes = Array.from({ length: 600_000 }, () => ({
      kind: "append" as const,
      rowText: "{}",
    }));
    const { longestBlockMs: block } = await watched(() =>
      tables.update(acme, project, { base_digest }, changes, nobodyLeaves),
    );
    expect(block).toBeLessThan(longestBlockMs);
  });
});

describe("a large value that is read", () => {
  test("does not block the server if it contains refs", async () => {
    const { object_id, digest } = await publish(listOf('"weave:///acme/x/object/a:b"', 500_000));
    const request = { object_id, digest };
    const { result, ...cost } = await watched(() =>
      objects.read(acme, project, request, nobodyLeaves),
    );
    expect(serialise(result.val)).toHaveLength('"weave:///acme/x/object/a:b", '.length * 500_000);
    expect(cost.longestBlockMs).toBeLessThan(longestBlockMs);
    expect(cost.grown).toBeLessThan(mostGrown);
  });

  test("does not block the server for many paths into it", async () => {
    const value = objectOf(100_000, (index) => `"k${index}":{"a":[${index},"${"x".repeat(250)}"]}`);
    const { digest } = await publish(value);
    const object = `weave:///${project.name}/object/large:${digest}`;
    const asked = Array.from(
      { length: 200 },
      (_, way) => `${object}/key/k${way * 499}/key/a/index/0`,
    );
    const { result, ...cost } = await watched(() => refs.readBatch(acme, asked, nobodyLeaves));
    expect(serialise(result)).toBe(JSON.stringify(asked.map((_, way) => way * 499)));
    expect(cost.longestBlockMs).toBeLessThan(longestBlockMs);
    expect(cost.grown).toBeLessThan(mostGrown);
  });
});
