import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import type { Bench } from "../bench.ts";
import { inTurns, timedRun } from "../processes/measured-run.ts";
import { figure, type Table } from "../report/table.ts";

/** The cost of one way to talk to a server from a program. */
export interface ClientCost {
  readonly name: string;
  /** Minified for browsers, then compressed with brotli at its highest level. */
  readonly bundleBytes: number;
  /** The time of a process that imports it and ends, minus one that imports nothing. */
  readonly importMs: number;
}

const imports: Readonly<Record<string, string>> = {
  "openapi-fetch": 'import createClient from "openapi-fetch";\nexport default createClient({});',
  "@heddle/client/core": 'export * from "@heddle/client/core";',
  "@heddle/client/inference": 'export * from "@heddle/client/inference";',
  "@heddle/client, all services": 'export * from "@heddle/client";',
  openai: 'export { OpenAI } from "openai";',
};
const rounds = 15;
/** Modules are resolved from here, where the packages are installed. */
const here = dirname(fileURLToPath(import.meta.url));

export async function measureClient(bench: Bench): Promise<ClientCost[]> {
  const programs: Readonly<Record<string, string>> = { nothing: "export {};", ...imports };
  const files = Object.fromEntries(
    Object.keys(programs).map((name, index) => [name, join(here, `import-${index}.tmp.mjs`)]),
  );
  const costs: ClientCost[] = [];
  try {
    for (const [name, text] of Object.entries(programs)) await writeFile(files[name] ?? "", text);
    const runs = await inTurns(
      bench.quick ? 1 : rounds,
      Object.fromEntries(
        Object.entries(files).map(([name, file]) => [name, () => timedRun([file])]),
      ),
    );
    const nothing = runs["nothing"]?.seconds ?? 0;
    for (const name of Object.keys(imports)) {
      const bundleBytes = await sizeOf(files[name] ?? "");
      const importMs = ((runs[name]?.seconds ?? 0) - nothing) * 1000;
      bench.say(`${name}: ${bundleBytes} bytes, ${figure(importMs)} ms`);
      costs.push({ name, bundleBytes, importMs });
    }
  } finally {
    for (const file of Object.values(files)) await rm(file, { force: true });
  }
  return costs;
}

async function sizeOf(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  return brotliCompressSync(outputFiles[0]?.contents ?? new Uint8Array()).byteLength;
}

export function clientTable(costs: readonly ClientCost[]): Table {
  return {
    name: "client",
    columns: ["", "minified and brotli, kB", "import, ms"],
    rows: costs.map(({ name, bundleBytes, importMs }) => [
      name,
      figure(bundleBytes / 1000),
      figure(importMs),
    ]),
    notes: [
      "The import is that of a fresh Node process, beyond one that imports nothing; " +
        `medians of ${rounds} runs in turns.`,
    ],
  };
}
