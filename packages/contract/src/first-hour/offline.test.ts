import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freshClone } from "./fresh-clone.ts";
import { npmScript, type NpmScript, repository } from "./npm-script.ts";

const watch = join(repository, ".ci/watch-names.js");
/** Why this machine cannot make a namespace without a network; undefined if it can. */
const obstacle = spawnSync(process.execPath, [watch, "--offline", "true"], { encoding: "utf8" })
  .stderr.split("\n")
  .find((line) => line.startsWith("Look-ups are not watched"));

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "heddle-offline-"));
});

afterEach(() => rm(home, { recursive: true, force: true }));

/** `npm start` without a network except loopback, under a resolver that records the names. */
function offlineStart(clone: string): NpmScript {
  return npmScript("start", {
    folder: clone,
    under: [process.execPath, watch, "--offline", "--report", join(home, "names.json")],
    environment: {
      HOME: home,
      HEDDLE_DATA_DIR: join(home, "data"),
      // Otherwise npm tries three times, for more than a minute.
      npm_config_fetch_retries: "0",
    },
  });
}

/** The names that were looked up. */
async function names(): Promise<unknown> {
  return JSON.parse(await readFile(join(home, "names.json"), "utf8"));
}

describe.skipIf(obstacle !== undefined)("npm start without a network", () => {
  test("starts the server, and looks up no name", async () => {
    const npm = offlineStart(repository);
    await npm.printed(/is listening on/);
    expect(await npm.end("SIGTERM"), npm.output()).toBe(0);
    expect(await names()).toEqual([]);
  });

  test("in a fresh clone asks only the registry, and reports the missing packages", async () => {
    const clone = await freshClone();
    try {
      const npm = offlineStart(clone);
      expect(await npm.exited).toBe(1);
      expect(await names()).toEqual(["registry.npmjs.org"]);
      expect(npm.output()).toContain("The packages are not installed.");
    } finally {
      await rm(clone, { recursive: true });
    }
  });
});
