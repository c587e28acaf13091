import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What is used of the other engine's runtime: one thread, memory that is only ever taken. */
export interface OtherEngine {
  alloc(floats: number): number;
  f32(pointer: number, count: number): Float32Array;
  gemm(...args: readonly number[]): void;
}

/** Builds a copy of the engine in the folder of `--prototype` by its own `build.sh`, and starts it on one thread. */
export async function openOtherEngine(folder: string): Promise<OtherEngine> {
  const copy = mkdtempSync(join(tmpdir(), "heddle-other-engine-"));
  try {
    cpSync(folder, copy, { recursive: true, mode: 0 });
    const compiler = fileURLToPath(import.meta.resolve("assemblyscript/bin/asc.js"));
    mkdirSync(join(copy, "node_modules/.bin"), { recursive: true });
    symlinkSync(compiler, join(copy, "node_modules/.bin/asc"));
    const path = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
    execFileSync("bash", ["build.sh"], { cwd: copy, env: { ...process.env, PATH: path } });
    const runtime = (await import(pathToFileURL(join(copy, "rt.mjs")).href)) as {
      RT: new (threads: number) => OtherEngine;
    };
    return new runtime.RT(1);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
