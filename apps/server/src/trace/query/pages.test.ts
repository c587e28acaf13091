import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId } from "../../access/project-id.ts";
import { startTraces, type TestTraces } from "../../store/traces/testing/start-traces.ts";
import { ownRead } from "../../store/traces/traces.ts";
import { KeyOrder } from "./key-order.ts";
import { Order, type OrderTerm } from "./order.ts";
import type { PageRow } from "./page.ts";
import { pagesOf } from "./pages-sql.ts";
import { Parameters } from "./parameters.ts";
import { ReadAhead } from "./read-ahead.ts";
import type { VersionedTable } from "./versioned-table-sql.ts";

const table: VersionedTable = { name: "entries", key: ["at", "id"] };
const project = "p" as ProjectId;

interface Row {
  readonly at: number;
  readonly id: string;
  readonly step: number | null;
  readonly version: number;
  readonly is_deleted: number;
}

let store: TestTraces;
beforeAll(async () => {
  store = await startTraces();
  await store.traces.command(`CREATE TABLE entries (
    project_id String, id String, at DateTime64(6, 'UTC'), step Nullable(Int64),
    version UInt64, is_deleted UInt8
  ) ENGINE = ReplacingMergeTree(version, is_deleted) ORDER BY (project_id, at, id)`);
  // Merges would hide what this test is about.
  await store.traces.command("SYSTEM STOP MERGES entries");
});
afterAll(() => store[Symbol.asyncDispose]());

/** Few moments and ids, so that entries share moments and have several rows. */
const inserts = fc.array(
  fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 3 }),
      id: fc.integer({ min: 0, max: 12 }).map((n) => `i${n}`),
      step: fc.option(fc.integer({ min: -2, max: 2 })),
      version: fc.integer({ min: 1, max: 4 }),
      is_deleted: fc.constantFrom(0, 0, 0, 1),
    }),
    { maxLength: 15 },
  ),
  { minLength: 1, maxLength: 8 },
);

const orders = fc.tuple(
  fc.constantFrom(["at", "id"], ["step", "id", "at"], ["id", "at"], ["at", "step", "id"]),
  fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
);

test("pages have each entry once, with its newest row and in order, whatever is not merged", async () => {
  await fc.assert(
    fc.asyncProperty(
      inserts,
      orders,
      fc.integer({ min: 0, max: 15 }),
      fc.option(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: 1, max: 7 }),
      fc.option(fc.integer({ min: -1, max: 1 })),
      fc.integer({ min: 1, max: 9 }),
      async (batches, [fields, directions], offset, limit, atOnce, least, taken) => {
        await store.traces.command("TRUNCATE TABLE entries");
        const rows = consistent(batches.flat());
        for (const [i, batch] of batches.entries()) {
          const lines = consistent(batch, rows).map((row) =>
            JSON.stringify({ ...row, project_id: project, at: moment(row.at) }),
          );
          // The second insert of the same rows is a repeat after an unknown outcome.
          for (let time = 0; time <= i % 2; time += 1) {
            await store.traces.insert("entries", lines, crypto.randomUUID());
          }
        }
        const terms = fields.map((field, i) => term(field, directions[i] ?? false));
        const found = await read(terms, { offset, limit, atOnce, least, taken });
        const expected = newest(rows)
          .filter(({ step }) => least === null || (step !== null && step >= least))
          .sort((one, other) => compare(one, other, terms))
          .slice(offset, limit === null ? undefined : offset + limit)
          .map(({ at, id, version }) => `${moment(at)}/${id}/${version}`);
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 80 },
  );
});

interface Asked {
  readonly offset: number;
  readonly limit: number | null;
  readonly atOnce: number;
  readonly least: number | null;
  readonly taken: number;
}

async function read(terms: OrderTerm[], asked: Asked): Promise<string[]> {
  const parameters = new Parameters();
  const light = [`project_id = ${parameters.add(project, "String")}`];
  if (asked.least !== null) light.push(`step >= ${parameters.add(asked.least, "Int64")}`);
  const found: string[] = [];
  const pages = pagesOf<PageRow>(store.traces, {
    table,
    project,
    selection: { parameters, light },
    order: new Order(terms),
    keyOrder: KeyOrder.of(terms, table.key),
    columns: "",
    limit: asked.limit ?? Infinity,
    offset: asked.offset,
    ahead: new Ahead(asked.atOnce),
    idleMs: 60_000,
    isVerified: true,
    options: ownRead,
  });
  for await (const page of pages) {
    // A slow reader loses the rest of a page, and the next page begins with it.
    for (let row = page.next(), count = 1; row; row = page.next(), count += 1) {
      found.push(`${row.moment}/${row.id}/${row.version}`);
      if (count >= asked.taken) page.letGo();
    }
  }
  return found;
}

class Ahead extends ReadAhead {
  readonly #atOnce: number;

  constructor(atOnce: number) {
    super();
    this.#atOnce = atOnce;
  }

  override get rows(): number {
    return this.#atOnce;
  }
}

/** Rows of one key and one version are equal, as the writers make them. */
function consistent(rows: readonly Row[], first: readonly Row[] = rows): Row[] {
  return rows.map((row) => first.find((other) => isSame(row, other)) ?? row);
}

function isSame(one: Row, other: Row): boolean {
  return one.at === other.at && one.id === other.id && one.version === other.version;
}

function newest(rows: readonly Row[]): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.at}/${row.id}`;
    if ((byKey.get(key)?.version ?? 0) < row.version) byKey.set(key, row);
  }
  return [...byKey.values()].filter((row) => row.is_deleted === 0);
}

function term(field: string, isDescending: boolean): OrderTerm {
  const type = ({ at: "instant", id: "string", step: "number" } as const)[field as "at"];
  return { sql: field, type, isNullable: field === "step", isDescending };
}

function compare(one: Row, other: Row, terms: readonly OrderTerm[]): number {
  for (const { sql, isDescending } of terms) {
    const [a, b] = [one, other].map((row) => row[sql as "at"] as number | string | null);
    if (a === b) continue;
    if (a === null || a === undefined) return 1;
    if (b === null || b === undefined) return -1;
    return (a < b ? -1 : 1) * (isDescending ? -1 : 1);
  }
  return 0;
}

function moment(seconds: number): string {
  return `2026-01-01 00:00:0${seconds}.000000`;
}
