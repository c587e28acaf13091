import { serialise } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { WritableProject } from "../../access/project-id.ts";
import type { Requester } from "../../access/requester.ts";
import { inAccount } from "../../budgets/current-request.ts";
import { QueryLimit } from "../../store/errors.ts";
import { tableDigest } from "../digests/digest.ts";
import { treeContent } from "../digests/testing/tree-content.ts";
import { answered, refusal } from "../testing/outcomes.ts";
import { traceStores, type TraceStores } from "../testing/trace-stores.ts";
import { type TableChange, Tables } from "./tables.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";

let stores: TraceStores;
let acme: Requester;
let globex: Requester;
let project: WritableProject;
let tables: Tables;
let projects = 0;

beforeAll(async () => {
  stores = await traceStores();
  [acme, globex] = [stores.requesterOf("acme"), stores.requesterOf("globex")];
  tables = new Tables(stores);
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(() => {
  project = acme.projects.writable(`acme/p${(projects += 1)}`);
});

function create(
  rows: readonly string[],
  expected_digest: string | null = null,
): Promise<Trace.TableCreateResult> {
  return tables.create(acme, project, { expected_digest }, rows);
}

async function query(
  digest: string,
  request: Partial<Trace.TableQuery> = {},
  from: Tables = tables,
): Promise<Trace.TableRow[]> {
  return answered(await from.query(acme, project, { digest, ...request }, nobodyLeaves));
}

function update(base_digest: string, changes: TableChange[]): Promise<Trace.TableUpdateResult> {
  return tables.update(acme, project, { base_digest }, changes, nobodyLeaves);
}

async function listOf(rows: AsyncIterable<Trace.TableRow>): Promise<Trace.TableRow[]> {
  const list: Trace.TableRow[] = [];
  for await (const found of rows) list.push(found);
  return list;
}

const count = (digest: string): Promise<number> => tables.count(project, digest, nobodyLeaves);
const row = (x: unknown): string => JSON.stringify({ x });
const digestOfRow = (text: string): string => treeContent(text).digest;
const xs = (rows: readonly Trace.TableRow[]): unknown[] => rows.map(({ val }) => val["x"]);
const indices = (rows: readonly Trace.TableRow[]): number[] =>
  rows.map((found) => found.original_index);

describe("storing", () => {
  it("answers with the digests of the rows and of the table, repeats included", async () => {
    const one = "YTYlqmU0Pbsbmr5qusZ3P1yRvWDT8vX34urmnh24sic";
    const two = "JPVyYA4VDTIwE4OFqgAGyhuZO0a7Qn90bMaQyY2TJBM";
    const digest = "ed8bd1f8cb829eeb6b3fef95a7cd8401f7e5af825c4c9aa144a1ceb9f32c3654";
    expect(await create([row(1), row(2)])).toEqual({ digest, row_digests: [one, two] });
    const repeated = await create([row(1), row(2), row(1)]);
    expect(repeated.row_digests).toEqual([one, two, one]);
    expect(indices(await query(repeated.digest))).toEqual([0, 1, 2]);
    expect(await count(repeated.digest)).toBe(3);
  });

  it("accepts a table without rows", async () => {
    const { digest, row_digests } = await create([]);
    expect(row_digests).toEqual([]);
    expect(digest).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(await query(digest)).toEqual([]);
    expect(await count(digest)).toBe(0);
  });

  it("can be repeated, at the same time and later", async () => {
    const rows = Array.from({ length: 50 }, (_, i) => row(i));
    const all = await Promise.all(Array.from({ length: 10 }, () => create(rows)));
    expect(new Set(all.map(({ digest }) => digest)).size).toBe(1);
    const { digest } = await create(rows);
    expect(xs(await query(digest))).toEqual(rows.map((_, i) => i));
  });

  it("returns numbers and keys as they were written", async () => {
    const { digest } = await create([
      '{"b":1.0,"a":12345678901234567890,"\u{1f680}":"é\\u0000\\ud800"}',
    ]);
    const text = serialise(await tables.query(acme, project, { digest }, nobodyLeaves));
    expect(text).toContain(
      '{"a": 12345678901234567890, "b": 1.0, "\\ud83d\\ude80": "\\u00e9\\u0000\\ud800"}',
    );
  });

  it("refuses another digest than the expected one, and stores nothing", async () => {
    const digest = tableDigest([digestOfRow(row(1))]);
    const error = await refusal(create([row(2)], digest));
    expect(error).toMatchObject({ status: 409, body: { error_type: "DigestMismatchError" } });
    expect(await count(tableDigest([digestOfRow(row(2))]))).toBe(0);
    expect((await create([row(1)], digest)).digest).toBe(digest);
  });

  it("refuses a row that is too large as stored", async () => {
    const small = new Tables({ ...stores, maxRowBytes: 100 });
    const rows = [row(1), row("ä".repeat(20))];
    const error = await refusal(small.create(acme, project, {}, rows));
    expect(error).toMatchObject({ status: 413, body: { error_type: "InsertTooLarge" } });
  });

  it("hashes refs in internal form, and shows them to clients that may see them", async () => {
    const ref = `weave:///${project.name}/object/x:abc`;
    const internal = `weave-trace-internal:///${project.id}/object/x:abc`;
    const { digest, row_digests } = await create([row(ref)]);
    expect(row_digests).toEqual([digestOfRow(row(internal))]);
    expect(xs(await query(digest))).toEqual([ref]);
    const seen = await tables.query(globex, project, { digest }, nobodyLeaves);
    expect(serialise(seen)).toContain("weave-private://///object/x:abc");
    const foreign = "weave:///globex/p/object/x:abc";
    expect((await refusal(create([row(foreign)]))).status).toBe(404);
  });

  it("keeps projects apart", async () => {
    const { digest } = await create([row(1)]);
    const elsewhere = acme.projects.writable("acme/elsewhere");
    expect(await tables.query(acme, elsewhere, { digest }, nobodyLeaves)).toEqual([]);
  });
});

describe("from digests", () => {
  it("is the same table as one made of the rows, in parts", async () => {
    const rows = Array.from({ length: 1_500 }, (_, i) => row(i));
    const parts = await Promise.all(
      [rows.slice(0, 700), rows.slice(700)].map((part) => create(part)),
    );
    const row_digests = parts.flatMap((part) => part.row_digests);
    const { digest } = await tables.createFromDigests(project, { row_digests });
    expect(digest).toBe((await create(rows)).digest);
    expect(xs(await query(digest))).toEqual(rows.map((_, i) => i));
  });

  it("skips missing rows, but counts them", async () => {
    const { row_digests } = await create([row(0), row(1), row(2), row(3)]);
    const [zero = "", one = "", two = "", three = ""] = row_digests;
    const missing = digestOfRow(row("missing"));
    const digests = [missing, zero, missing, one, two, three];
    const { digest } = await tables.createFromDigests(project, { row_digests: digests });
    expect(await count(digest)).toBe(6);
    expect(indices(await query(digest))).toEqual([1, 3, 4, 5]);
    expect(indices(await query(digest, { limit: 2 }))).toEqual([1, 3]);
    expect(indices(await query(digest, { limit: 2, offset: 2 }))).toEqual([4, 5]);
    await create([row("missing")]);
    expect(indices(await query(digest))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("refuses another digest than the expected one", async () => {
    const request = { row_digests: [], expected_digest: "0".repeat(64) };
    expect((await refusal(tables.createFromDigests(project, request))).status).toBe(409);
  });
});

describe("changing", () => {
  it("makes a new table, and does not change the old one", async () => {
    const base = await create([row(0), row(1), row(2)]);
    const changed = await update(base.digest, [
      { kind: "append", rowText: row(3) },
      { kind: "pop", index: 0 },
      { kind: "insert", index: 1, rowText: row("x") },
    ]);
    expect(changed.updated_row_digests).toEqual([
      digestOfRow(row(3)),
      base.row_digests[0],
      digestOfRow(row("x")),
    ]);
    expect(xs(await query(changed.digest))).toEqual([1, "x", 2, 3]);
    expect(xs(await query(base.digest))).toEqual([0, 1, 2]);
    const again = await update(base.digest, [{ kind: "append", rowText: row(3) }]);
    expect(again.digest).toBe((await create([0, 1, 2, 3].map(row))).digest);
  });

  it("starts from an empty table, as clients with many rows do", async () => {
    const { digest } = await create([]);
    const half = await update(digest, [{ kind: "append", rowText: row(0) }]);
    const whole = await update(half.digest, [{ kind: "append", rowText: row(1) }]);
    expect(xs(await query(whole.digest))).toEqual([0, 1]);
  });

  it("answers 404 for an unknown base, and 400 for a place outside the table", async () => {
    expect((await refusal(update("0".repeat(64), []))).status).toBe(404);
    const { digest } = await create([row(0)]);
    expect((await refusal(update(digest, [{ kind: "pop", index: 1 }]))).status).toBe(400);
  });
});

describe("reading", () => {
  let digest: string;
  let row_digests: readonly string[];

  beforeEach(async () => {
    const rows = [row("b"), row(10), "{}", row(2), row("a")];
    ({ digest, row_digests } = await create(rows));
  });

  const asc = [{ field: "x", direction: "asc" as const }];
  const desc = [{ field: "x", direction: "desc" as const }];
  const windows: readonly [string, Partial<Trace.TableQuery>, number[]][] = [
    ["all", {}, [0, 1, 2, 3, 4]],
    ["a page", { limit: 2, offset: 1 }, [1, 2]],
    ["the rest", { offset: 3 }, [3, 4]],
    ["after the end", { offset: 9 }, []],
    ["no rows", { limit: 0 }, []],
    ["a negative limit and offset", { limit: -1, offset: -1 }, [0, 1, 2, 3, 4]],
    ["sorted", { sort_by: asc }, [2, 3, 1, 4, 0]],
    ["sorted and cut", { sort_by: desc, limit: 2, offset: 1 }, [4, 1]],
    ["an empty filter", { filter: { row_digests: [] } }, [0, 1, 2, 3, 4]],
  ];

  test.each(windows)("%s", async (_, request, expected) =>
    expect(indices(await query(digest, request))).toEqual(expected),
  );

  it("filters rows by digest, in the order of the table", async () => {
    const wanted = [row_digests[3] ?? "", row_digests[0] ?? "", digestOfRow(row("none"))];
    const filter = { row_digests: wanted };
    expect(indices(await query(digest, { filter }))).toEqual([0, 3]);
    expect(indices(await query(digest, { filter, sort_by: asc }))).toEqual([3, 0]);
    expect(indices(await query(digest, { filter, offset: 1 }))).toEqual([3]);
  });

  it("answers with no rows for an unknown table", async () => {
    expect(await query("0".repeat(64))).toEqual([]);
    expect(await query("no digest", { sort_by: asc })).toEqual([]);
    expect(await count("0".repeat(64))).toBe(0);
  });

  it("refuses a path with an empty part, even for an unknown table", async () =>
    expect(
      (await refusal(query("none", { sort_by: [{ field: "a..b", direction: "asc" }] }))).status,
    ).toBe(400));

  test.each(windows)("%s, as a stream", async (_, request, expected) => {
    const rows = await listOf(tables.stream(acme, project, { digest, ...request }, nobodyLeaves));
    expect(indices(rows)).toEqual(expected);
  });

  it("streams more than an answer may hold, in shorter stretches", async () => {
    // Two of these rows are over the bound, one is not: stretches shrink by half down to one row.
    const long = Array.from({ length: 9 }, (__, i) => row(`${i}`.repeat(60)));
    const large = await create(long);
    const narrow = new Tables({ ...stores, maxAnswerBytes: 100 });
    await expect(query(large.digest, {}, narrow)).rejects.toThrow(QueryLimit);
    const rows = await listOf(
      narrow.stream(acme, project, { digest: large.digest, sort_by: desc }, nobodyLeaves),
    );
    expect(indices(answered(rows))).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const none = new Tables({ ...stores, maxAnswerBytes: 50 });
    await expect(
      listOf(none.stream(acme, project, { digest: large.digest }, nobodyLeaves)),
    ).rejects.toThrow(QueryLimit);
  });

  it("counts all rows of an answer as held, and for a stream its largest stretch", async () => {
    const long = Array.from({ length: 400 }, (_, i) => row(`${i}`.padEnd(8_000, "x")));
    const large = await create(long);
    const account = {
      entity: "acme",
      held: 0,
      hold: (bytes: number) => void (account.held += bytes),
    };
    await inAccount(account, () => query(large.digest));
    expect(account.held).toBeGreaterThan(400 * 8_000);
    account.held = 0;
    const rows = await inAccount(account, () =>
      listOf(tables.stream(acme, project, large, nobodyLeaves)),
    );
    expect(indices(rows)).toEqual([...long.keys()]);
    expect(account.held).toBeGreaterThan(100 * 8_000);
    expect(account.held).toBeLessThan(300 * 8_000);
    const none = { entity: "acme", hold: () => expect.fail("There is no room.") };
    await expect(inAccount(none, () => query(large.digest))).rejects.toThrow("There is no room.");
  });

  it("refuses to hold more than it may", async () => {
    await expect(query(digest, {}, new Tables({ ...stores, maxAnswerBytes: 20 }))).rejects.toThrow(
      QueryLimit,
    );
    await expect(
      query(digest, { sort_by: asc }, new Tables({ ...stores, maxSortBytes: 10 })),
    ).rejects.toThrow(QueryLimit);
  });
});

describe("figures of several tables", () => {
  const stats = (request: Partial<Trace.TableStatsQuery>): Promise<Trace.TableStats[]> =>
    tables.stats(project, request, nobodyLeaves);

  it("come in the requested order, each table once, without unknown tables", async () => {
    const two = await create([row(1), row(2)]);
    const none = await create([]);
    const digests = [none.digest, "0".repeat(64), two.digest, "no digest", none.digest];
    expect(await stats({ digests })).toEqual([
      { digest: none.digest, count: 0, storage_size_bytes: null },
      { digest: two.digest, count: 2, storage_size_bytes: null },
    ]);
    const elsewhere = acme.projects.writable("acme/elsewhere");
    expect(await tables.stats(elsewhere, { digests }, nobodyLeaves)).toEqual([]);
    for (const empty of [[], null]) expect(await stats({ digests: empty })).toEqual([]);
    expect(await stats({})).toEqual([]);
  });

  it("have the stored bytes of rows on request, repeats included", async () => {
    const small = await create([row(1), row(2), row(1)]);
    const wide = await create([row("\u00e4")]);
    const none = await create([]);
    // Tables share rows; a row that is stored twice before a merge counts once.
    await create([row(1)]);
    const digests = [small.digest, wide.digest, none.digest];
    const found = await stats({ digests, include_storage_size: true });
    expect(found.map((one) => one.storage_size_bytes)).toEqual([
      3 * '{"x": 1}'.length,
      String.raw`{"x": "\u00e4"}`.length,
      0,
    ]);
  });

  it("are refused for more than a thousand", async () => {
    const digests = Array.from({ length: 1_001 }, (_, i) => `${i}`.padStart(64, "0"));
    expect((await refusal(stats({ digests }))).status).toBe(400);
    expect(await stats({ digests: digests.slice(1) })).toEqual([]);
  });
});

it("serves a large table page by page, from another server too", async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => row(`row ${i} ${"x".repeat(100)}`));
  const { digest, row_digests } = await create(rows);
  const other = new Tables(stores);
  for (const from of [tables, other]) {
    const page = await query(digest, { limit: 100, offset: 12_345 }, from);
    expect(indices(page)).toEqual(Array.from({ length: 100 }, (_, i) => 12_345 + i));
    expect(page[0]?.digest).toBe(row_digests[12_345]);
    expect(page[0]?.val).toEqual(JSON.parse(rows[12_345] ?? ""));
  }
  const all = await query(digest);
  expect(all.map((found) => found.digest)).toEqual(row_digests);
  const streamed = await listOf(tables.stream(acme, project, { digest }, nobodyLeaves));
  expect(streamed.map((found) => found.digest)).toEqual(row_digests);
});
