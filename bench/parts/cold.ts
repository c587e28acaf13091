import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { figure, type Table } from "../report/table.ts";
import { printedUrl, untilReady } from "../server/heddle.ts";
import { commandOf, descendantsOf } from "../server/process-figures.ts";

/** From `npm start` in a fresh clone until the server is ready, in seconds. */
export interface ColdTimes {
  /** With empty caches of npm and pnpm: the packages come over the network. */
  readonly empty: number;
  /** A second clone, with the caches that the first has filled. */
  readonly warm: number;
}

const program = "apps/server/bin/heddle.js";
const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Clones the last commit twice, and starts each clone as a new user does. */
export async function measureCold(bench: Bench): Promise<ColdTimes> {
  const caches = join(bench.folder, "caches");
  await mkdir(caches);
  const empty = await startClone(join(bench.folder, "clone-1"), caches);
  bench.say(`with empty caches: ${figure(empty)} s`);
  const warm = await startClone(join(bench.folder, "clone-2"), caches);
  bench.say(`with warm caches: ${figure(warm)} s`);
  return { empty, warm };
}

async function startClone(folder: string, caches: string): Promise<number> {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", repository, folder]);
  const log = `${folder}.log`;
  const output = openSync(log, "a");
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: folder,
    stdio: ["ignore", "pipe", output],
    env: environment(caches),
  });
  closeSync(output);
  try {
    const url = await printedUrl(child, `see ${log}`);
    await untilReady(url, child);
    return (performance.now() - startedAt) / 1000;
  } finally {
    const exited = once(child, "exit");
    // npm has started a shell, and the shell the server: they end with the server.
    const server = descendantsOf(child.pid ?? 0).find((pid) => commandOf(pid)[1] === program);
    if (server !== undefined) process.kill(server, "SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await exited;
  }
}

/** The environment of a shell outside of this repository, with caches of its own. */
function environment(caches: string): NodeJS.ProcessEnv {
  const outside = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|pnpm_|heddle_|turbo_|node_)/i.test(name) || name === "NODE_EXTRA_CA_CERTS",
  );
  const path = (process.env["PATH"] ?? "").split(delimiter);
  return {
    ...Object.fromEntries(outside),
    PATH: path.filter((entry) => !entry.includes("node_modules")).join(delimiter),
    HEDDLE_PORT: "0",
    npm_config_cache: join(caches, "npm"),
    pnpm_config_store_dir: join(caches, "store"),
    XDG_CACHE_HOME: join(caches, "cache"),
    XDG_DATA_HOME: join(caches, "data"),
    XDG_STATE_HOME: join(caches, "state"),
  };
}

export function coldTable({ empty, warm }: ColdTimes): Table {
  return {
    name: "cold",
    columns: ["`npm start` in a fresh clone", "ready, s"],
    rows: [
      ["nothing in the caches, the network included", figure(empty)],
      ["caches of npm and pnpm filled", figure(warm)],
    ],
    notes: ["One run each."],
  };
}
