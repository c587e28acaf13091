import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A document that did not pass lint or could not be bundled; the message is redocly's report. */
export class RedoclyError extends Error {
  constructor(action: string, entry: string, report: string) {
    super(`${action} of ${entry} failed:\n${report.trim()}`);
    this.name = "RedoclyError";
  }
}

/**
 * Holds a document to the lint rules of a redocly configuration, or to the minimal ones.
 *
 * Throws `RedoclyError` with the report, which names files and lines.
 */
export async function lint(entry: string, config: string | undefined): Promise<void> {
  const rules = config === undefined ? ["--extends=minimal"] : ["--config", config];
  const { code, output } = await redocly(["lint", entry, "--format=stylish", ...rules]);
  if (code !== 0) throw new RedoclyError("Lint", entry, output);
}

/** Joins a document and all files it refers to. Returns JSON text in the order of the source. */
export async function bundle(entry: string, config: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "heddle-codegen-"));
  try {
    const file = join(folder, "bundle.json");
    const options = ["--component-renaming-conflicts-severity=error", "--output", file];
    if (config !== undefined) options.push("--config", config);
    const { code, output } = await redocly(["bundle", entry, ...options]);
    if (code !== 0) throw new RedoclyError("Bundling", entry, output);
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A child process, because redocly has no programmatic interface at this version. */
function redocly(args: readonly string[]): Promise<{ code: number; output: string }> {
  const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  const cli = join(dirname(manifest), "bin", "cli.js");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const limits = { env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [cli, ...args], limits, (error, stdout, stderr) => {
      if (error && child.exitCode === null) reject(error);
      else resolve({ code: child.exitCode ?? 0, output: `${stdout}${stderr}` });
    });
  });
}
