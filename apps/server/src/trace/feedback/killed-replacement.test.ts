import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTraces } from "../../store/traces/open-traces.ts";
import { silentLog } from "../../store/traces/testing/silent-log.ts";
import { ownRead } from "../../store/traces/traces.ts";

const program = fileURLToPath(new URL("./testing/replace-until-killed.ts", import.meta.url));
const creators = ["a", "b", "c", "d", "e", "f", "g", "h"];

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-test-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Replaces in a process that is killed. Returns the last acknowledged id of each creator. */
async function replaceAndKill(project: string, lines: number): Promise<Map<string, string>> {
  const child = spawn(process.execPath, [program, dataDir, project, ...creators], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const last = new Map<string, string>();
  let count = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [creator = "", id = ""] = line.split(" ");
    last.set(creator, id);
    count += 1;
    if (count === lines) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return last;
}

interface Row {
  readonly creator: string;
  readonly live: readonly string[];
}

// Where the feedback is on a ClickHouse server, the killed process takes no engine with it.
test.skipIf(process.env["HEDDLE_TEST_CLICKHOUSE"] !== undefined)(
  "a kill of the server leaves the old or the new piece, and no acknowledged one is lost",
  async () => {
    for (const lines of [30, 77, 200]) {
      const name = `acme/p${lines}`;
      const acknowledged = await replaceAndKill(name, lines);
      expect(acknowledged.size).toBe(creators.length);
      const traces = await openTraces({ dataDir, log: silentLog });
      try {
        const project = Buffer.from(name).toString("base64url");
        const rows = await traces.query<Row>(
          `SELECT creator, groupArray(id) AS live FROM feedback FINAL
          WHERE project_id = {project:String} GROUP BY creator ORDER BY creator`,
          { project },
          ownRead,
        );
        // Each creator has one piece: the acknowledged one, or that of the replacement under way.
        expect(rows.map(({ creator, live }) => [creator, live.length])).toEqual(
          creators.map((creator) => [creator, 1]),
        );
        const gone = await traces.query<{ id: string }>(
          `SELECT id FROM feedback WHERE project_id = {project:String} AND is_deleted = 1`,
          { project },
          ownRead,
        );
        const removed = new Set(gone.map(({ id }) => id));
        for (const { creator, live } of rows) {
          const last = acknowledged.get(creator) ?? "";
          expect(live[0] === last || removed.has(last), creator).toBe(true);
        }
      } finally {
        await traces.close();
      }
    }
  },
);
