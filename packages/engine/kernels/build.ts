/**
 * `npm run kernels [-- --check]`: compiles kernels/assembly into src/compute/generated, once with plain SIMD and once with
 * relaxed SIMD, whose fused multiply-add is twice as fast. `--check` writes nothing and fails when what is there
 * differs from what would be written.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const folder = fileURLToPath(new URL("..", import.meta.url));
const variants = [
  { name: "plain", features: ["simd", "threads"] },
  { name: "relaxed", features: ["simd", "threads", "relaxed-simd"] },
] as const;

const options =
  "--runtime stub -O3 --noAssert --noExportMemory --importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536".split(
    " ",
  );

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const stale: string[] = [];
for (const { name, features } of variants) {
  const file = `src/compute/generated/kernels-${name}.ts`;
  const target = new URL(`../${file}`, import.meta.url);
  const text = sourceFile(name, compile(features));
  if (!values.check) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text) stale.push(file);
}
if (stale.length > 0) {
  console.error(
    `${stale.join(" and ")} differ from what packages/engine/kernels/assembly compiles to: run \`npm run kernels\` in packages/engine and commit what it writes.`,
  );
  process.exitCode = 1;
}

/**
 * The module's bytes: memory is imported and shared, and nothing else is needed from outside. The compiler runs in a
 * process of its own, since its types redefine globals of every program that imports it.
 */
function compile(features: readonly string[]): Uint8Array {
  const temporary = mkdtempSync(join(tmpdir(), "heddle-kernels-"));
  try {
    const outFile = join(temporary, "kernels.wasm");
    const { status, stderr, error } = spawnSync(
      process.execPath,
      [
        fileURLToPath(import.meta.resolve("assemblyscript/bin/asc.js")),
        "kernels/assembly/index.ts",
        ...options,
        ...features.flatMap((feature) => ["--enable", feature]),
        "--outFile",
        outFile,
      ],
      { cwd: folder, encoding: "utf8" },
    );
    if (error !== undefined || status !== 0 || stderr !== "")
      throw new Error(`The kernels did not compile cleanly:\n${stderr}`, { cause: error });
    return readFileSync(outFile);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function sourceFile(name: string, wasm: Uint8Array): string {
  const base64 = Buffer.from(wasm).toString("base64");
  return `// Made by \`npm run kernels\` from kernels/assembly; do not edit.
/** The kernels (${name} SIMD, ${wasm.length} bytes) in base64. */
export const ${name}Kernels: string =
  "${base64}";
`;
}
