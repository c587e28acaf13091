import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What is used of the other engine's runtime: memory that is only ever taken, and its product of matrices. */
export interface OtherRuntime {
  alloc(floats: number): number;
  f32(pointer: number, count: number): Float32Array;
  gemm(...args: readonly number[]): void;
}

/** A shape in the other engine's words. */
export interface OtherShape {
  readonly d: number;
  readonly L: number;
  readonly H: number;
  readonly KV: number;
  readonly hd: number;
  readonly ff: number;
  readonly V: number;
  readonly maxT: number;
  readonly theta: number;
  readonly eps: number;
}

/** Weights by the other engine's names. */
export interface OtherTensors {
  set(name: string, values: Float32Array): void;
  zeroGrad(): void;
  adamw(options: {
    readonly lr: number;
    readonly b1: number;
    readonly b2: number;
    readonly clip: number;
  }): number;
}

/** One row of a step of decoding. */
export interface OtherRow {
  readonly slot: number;
  readonly pos: number;
  readonly tok: number;
  readonly lo: null;
  readonly want?: boolean;
}

/** What is used of the other engine's model. */
export interface OtherModel {
  readonly base: OtherTensors;
  initKV(slots: number, positions: number): void;
  /** Logits of the rows that want them. */
  decode(rows: readonly OtherRow[]): Float32Array[];
  newLora(rank: number, alpha: number, seed: number): OtherTensors;
  forwardBackward(
    inputs: readonly Int32Array[],
    targets: readonly Int32Array[],
    adapter: OtherTensors | null,
    loss: unknown,
  ): { readonly logps: Float32Array[] };
}

/** The engine of a folder. */
export interface OtherEngine {
  runtime(threads: number): OtherRuntime;
  model(shape: OtherShape, runtime: OtherRuntime, options: { readonly train: boolean }): OtherModel;
  /** Cross-entropy with a weight for each target. */
  crossEntropy(weights: readonly Float32Array[]): unknown;
}

/** Builds a copy of the engine in the folder of `--prototype` by its own `build.sh`, and loads it. */
export async function openOtherEngine(folder: string): Promise<OtherEngine> {
  const copy = mkdtempSync(join(tmpdir(), "heddle-other-engine-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true, mode: 0 });
  const compiler = fileURLToPath(import.meta.resolve("assemblyscript/bin/asc.js"));
  mkdirSync(join(copy, "node_modules/.bin"), { recursive: true });
  symlinkSync(compiler, join(copy, "node_modules/.bin/asc"));
  const path = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  execFileSync("bash", ["build.sh"], { cwd: copy, env: { ...process.env, PATH: path } });
  const imported = (name: string): Promise<unknown> => import(pathToFileURL(join(copy, name)).href);
  const { RT } = (await imported("rt.mjs")) as { RT: new (threads: number) => OtherRuntime };
  const { Model, ce } = (await imported("model.mjs")) as {
    Model: new (
      shape: OtherShape,
      runtime: OtherRuntime,
      options: { readonly train: boolean },
    ) => OtherModel;
    ce: (weights: readonly Float32Array[]) => unknown;
  };
  return {
    runtime: (threads) => new RT(threads),
    model: (shape, runtime, options) => new Model(shape, runtime, options),
    crossEntropy: ce,
  };
}
