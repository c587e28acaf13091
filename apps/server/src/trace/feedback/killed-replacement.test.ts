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

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-test-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Replaces in a process that is killed at its n-th line. Returns that line. */
async function replaceAndKill(project: string, lines: number): Promise<string> {
  const child = spawn(process.execPath, [program, dataDir, project], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let count = 0;
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    count += 1;
    if (line === "replaced" || count === lines) child.kill("SIGKILL");
    else child.stdin.write("\n");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return last;
}

async function idsIn(project: string): Promise<string[]> {
  const traces = await openTraces({ dataDir, log: silentLog });
  try {
    const rows = await traces.query<{ id: string }>(
      "SELECT id FROM feedback FINAL WHERE project_id = {project:String}",
      { project: Buffer.from(project).toString("base64url") },
      ownRead,
    );
    return rows.map(({ id }) => id);
  } finally {
    await traces.close();
  }
}

// A ClickHouse server would outlive the killed process, and needs another folder.
test.skipIf(process.env["HEDDLE_TEST_CLICKHOUSE"] !== undefined)(
  "a kill of the server leaves the old or the new piece, never none and never both",
  async () => {
    const seen: string[][] = [];
    for (let lines = 1; ; lines += 1) {
      const project = `acme/p${lines}`;
      const last = await replaceAndKill(project, lines);
      seen.push(await idsIn(project));
      if (last === "replaced") break;
    }
    // Killed before the insert, after it, and at the end.
    expect(seen).toEqual([["old"], ["new"], ["new"]]);
  },
);
