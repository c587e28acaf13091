import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "../conformance/conformance.ts";
import { exampleValues } from "../requests/values.ts";
import { isReadable, projectPlaces, withProject } from "../requests/with-project.ts";
import type { PlacedOperation } from "../spec/document.ts";
import { everyOperation, type Service } from "../spec/services.ts";
import { isBuilt } from "../status/status-page.ts";
import { credentials } from "./credentials.ts";
import { makers } from "./owned.ts";
import { runServer, type RunningServer } from "./running-server.ts";
import { sendValues } from "./send-values.ts";

type Caller = "nobody" | "a wrong key" | "read" | "write" | "admin" | "another entity";

const ranks = ["public", "read", "write", "admin"];
const callers: Caller[] = ["nobody", "a wrong key", "read", "write", "admin", "another entity"];

let server: RunningServer;
/** The id of one thing of each kind that requests name by id. The entity `acme` owns them. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await runServer();
  for (const [kind, make] of Object.entries(makers)) ids[kind] = await make(server);
});

afterAll(() => server?.end());

function keyOf(caller: Caller): string | undefined {
  if (caller === "nobody") return undefined;
  if (caller === "a wrong key") return "x".repeat(43);
  if (caller === "another entity") return server.stranger;
  return server.keys[caller];
}

/** The status by the table of refusals; undefined if the caller is admitted. */
function refusal(service: Service, placed: PlacedOperation, caller: Caller): number | undefined {
  const needed = placed.operation["x-access"];
  if (needed === "public") return undefined;
  if (caller === "nobody" || caller === "a wrong key") return 401;
  // Every caller with a key learns that the operation is not built, before the key's role is
  // checked.
  if (!isBuilt(service, placed)) return undefined;
  if (caller === "another entity") {
    const places = projectPlaces(service, placed);
    // A header is looked at before what the body or the path names, and inference takes one of
    // another's for a wrong credential.
    const isInHeader = places.some((place) => place.in === "header");
    if (isInHeader && service.name === "inference") return 401;
    return places.length > 0 ? 404 : undefined;
  }
  return ranks.indexOf(caller) < ranks.indexOf(needed) ? 403 : undefined;
}

const matrix = everyOperation.flatMap((one) => callers.map((caller) => ({ ...one, caller })));

describe("operations and keys", () => {
  test.each(matrix)("$id by $caller", async ({ service, placed, caller }) => {
    const [example] = exampleValues(service, placed);
    if (example === undefined) throw new Error("no example makes a request");
    const own = withProject(service, placed, example, "acme/support", ids);
    const answer = await sendValues(server, service, placed, own, { key: keyOf(caller) });
    const { status, headers } = answer;
    const text = answer.body.toString();
    const expected = refusal(service, placed, caller);
    expect(violations(service, placed.operation, answer)).toEqual([]);
    if (expected === undefined) {
      expect([401, 403, 500], text).not.toContain(status);
    } else {
      expect(status, text).toBe(expected);
      if (expected === 401) {
        expect(headers.get("www-authenticate")).toMatch(/^(?:Basic|Bearer)/);
      }
    }
    for (const key of [...Object.values(server.keys), server.stranger]) {
      expect(text).not.toContain(key);
    }
  });

  test.each(everyOperation)(
    "$id has a maker for each kind of id in its requests",
    ({ service, placed }) => {
      if (!isBuilt(service, placed)) return;
      const kinds = projectPlaces(service, placed).flatMap(({ by }) => by ?? []);
      const unknown = kinds.filter((kind) => !isReadable(kind) && makers[kind] === undefined);
      expect(unknown, "has no row in src/server/owned.ts").toEqual([]);
    },
  );

  test("nothing that was refused has been stored", async () => {
    const project = "acme/refused";
    const start = {
      project_id: project,
      id: "refused",
      op_name: "op",
      started_at: "2026-01-01T00:00:00Z",
      attributes: {},
      inputs: {},
    };
    const batch = { batch: [{ mode: "start", req: { start } }] };
    const mixed = {
      batch: [
        ...batch.batch,
        { mode: "start", req: { start: { ...start, project_id: "other/x" } } },
      ],
    };
    const post = (path: string, key: string, body: unknown): Promise<Response> =>
      fetch(`${server.url}/traces${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: credentials(key),
      });
    expect((await post("/call/upsert_batch", server.keys.read, batch)).status).toBe(403);
    expect((await post("/call/upsert_batch", server.keys.write, mixed)).status).toBe(404);
    const stats = await post("/calls/query_stats", server.keys.read, { project_id: project });
    expect(await stats.json()).toMatchObject({ count: 0 });
  });
});
