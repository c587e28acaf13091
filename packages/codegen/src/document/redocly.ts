import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Documents that break lint rules; the message has one line for each fault. */
export class RedoclyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RedoclyError";
  }
}

/**
 * Checks documents against the lint rules of a redocly configuration. One child process checks all
 * of them, since its start takes longer than the rules.
 *
 * Throws `RedoclyError`; its message has file, line, column and rule of each fault.
 */
export async function lint(entries: readonly string[], config: string): Promise<void> {
  const { code, output } = await redocly([
    "lint",
    ...entries,
    "--format=stylish",
    "--config",
    config,
  ]);
  if (code !== 0) throw new RedoclyError(faults(output) ?? output.trim());
}

/**
 * `file:line:column: problem (rule)` for each fault of a report, like all messages of this program;
 * undefined if redocly printed something else, for example an error in its configuration.
 */
function faults(report: string): string | undefined {
  let file = "";
  const lines = report.split("\n").flatMap((line) => {
    file = /^(\S.*):$/.exec(line)?.[1] ?? file;
    const [, place, rule, problem] = /^ +(\d+:\d+) +error +(\S+) +(\S.*)$/.exec(line) ?? [];
    return place === undefined ? [] : [`${file}:${place}: ${problem} (${rule})`];
  });
  return lines.length > 0 ? lines.join("\n") : undefined;
}

/** Runs redocly in a child process, because this version has no programmatic interface. */
function redocly(args: readonly string[]): Promise<{ code: number; output: string }> {
  const cli = commandPath();
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const limits = { env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [cli, ...args], limits, (error, stdout, stderr) => {
      if (error && child.exitCode === null) reject(error);
      else resolve({ code: child.exitCode ?? 0, output: `${stdout}${stderr}` });
    });
  });
}

function commandPath(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
    return join(dirname(manifest), "bin", "cli.js");
  } catch (error) {
    const problem = "@redocly/cli is not installed: npm install --save-dev @redocly/cli";
    throw new RedoclyError(problem, { cause: error });
  }
}
