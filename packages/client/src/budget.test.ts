/** Limits on the cost of loading the client: bytes as a browser gets them, and time to import. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

const source = import.meta.dirname;

/** Bundles a program as a server would serve it: for browsers, minified. */
async function bundle(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: source, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

const brotliBytes = (text: string): number => brotliCompressSync(text).length;

describe("size, brotlied", () => {
  test("of the core, openapi-fetch included: at most 7 kB", async () => {
    const text = await bundle('export * from "./core/index.ts";');
    expect(brotliBytes(text)).toBeLessThanOrEqual(7_000);
  });

  test("of the parts that only some methods need: at most 2 kB", async () => {
    const text = await bundle('export * from "./core/on-demand/index.ts";');
    expect(brotliBytes(text)).toBeLessThanOrEqual(2_000);
  });

  test("of everything: at most 14 kB", async () => {
    const text = await bundle(
      'export * from "./index.ts"; export * from "./core/index.ts"; export * from "./core/on-demand/index.ts";',
    );
    expect(brotliBytes(text)).toBeLessThanOrEqual(14_000);
  });

  test.each(["trace", "training", "inference"])(
    "of %s contains the request code and the middleware of openapi-fetch",
    async (service) => {
      const text = await bundle(`export * from "./${service}.ts";`);
      expect(text).toContain("onRequest: must return new Request() or Response()");
      expect(text).toContain("onResponse: must return new Response()");
    },
  );

  test.each(["trace", "training", "inference"])(
    "of %s contains no code of the other services",
    async (service) => {
      const text = await bundle(`export * from "./${service}.ts";`);
      const routes = { trace: "/call/read", training: "/preview/models", inference: "GET /models" };
      for (const [other, route] of Object.entries(routes)) {
        expect(text.includes(route), other).toBe(other === service);
      }
    },
  );

  test("of a program that catches one error is the size of the errors alone", async () => {
    const text = await bundle('export { NotFoundError } from "./index.ts";');
    expect(brotliBytes(text)).toBeLessThanOrEqual(1_500);
  });

  test("of an unused import is zero", async () => {
    expect(await bundle('import { Heddle } from "./index.ts";')).toBe("");
  });
});

describe("time to import", () => {
  /**
   * Processor time in ms: the lowest of several fresh processes, since other work uses this
   * machine.
   */
  async function importMs(module: string): Promise<number> {
    const program =
      "const before = process.cpuUsage(); await import(process.argv[1]);" +
      "const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000);";
    const times: number[] = [];
    for (let run = 0; run < 7; run += 1) {
      const args = ["--input-type=module", "--eval", program, module];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      times.push(Number(stdout));
    }
    return Math.min(...times);
  }

  test("of the published package is at most 60 ms", async () => {
    const built = new URL("../dist/index.js", import.meta.url).href;
    const empty = await importMs("data:text/javascript,export{}");
    expect((await importMs(built)) - empty).toBeLessThanOrEqual(60);
  });
});
