/**
 * Installs the packed packages into an empty project, with plain npm, and uses each of them there
 * as a new user would who has never seen this repository.
 *
 * With `--engines` it also installs the server's engines (half a gigabyte) and starts the server. A
 * release needs that.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pack, publishedPackages } from "./release/packages.ts";

const root = resolve(".");
const folder = mkdtempSync(join(tmpdir(), "heddle-consumer-"));
const project = join(folder, "project");
/** A second project, in which a package is installed without the others. */
const alone = join(folder, "alone");
const consumer = ".ci/fixtures/consumer";
const builtInModel = "packages/engine/models/loom";
const withEngines = process.argv.includes("--engines");
const startLimitMs = 120_000;
const stopLimitMs = 120_000;
/** Far more than a step takes: a slow machine or a slow registry is no fault of the packages. */
const stepLimitMs = 600_000;

/**
 * The caller's environment, since it says how to reach the registry, but without a path into the
 * workspace.
 */
const environment = {
  ...process.env,
  PATH: (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((path) => path !== join(root, "node_modules/.bin"))
    .join(delimiter),
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

function run(program: string, ...args: readonly string[]): string {
  return runIn(project, program, ...args);
}

function runIn(cwd: string, program: string, ...args: readonly string[]): string {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: "utf8",
      env: environment,
      stdio: "pipe",
      timeout: stepLimitMs,
    });
  } catch (error) {
    const {
      message,
      stdout = "",
      stderr = "",
    } = error as Error & {
      stdout?: string;
      stderr?: string;
    };
    throw new Error(`${program} ${args.join(" ")}\n${message}\n${stdout}${stderr}`, {
      cause: error,
    });
  }
}

/** Run by this Node: the Node on the path may be too old for the commands and tools. */
const bin = (name: string): string => join(project, "node_modules/.bin", name);

const installFlags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];

function install(): void {
  const tarballs = publishedPackages().map((published) => pack(published, folder));
  const less = withEngines ? [] : ["--omit=optional", "--ignore-scripts"];
  run("npm", "install", ...installFlags, ...less, ...tarballs);
}

/** The text package without the engine: it tokenises, renders and constrains from its tarball alone. */
function useTextAlone(): void {
  const text = publishedPackages().find(({ name }) => name === "@heddle/text");
  if (text === undefined) throw new Error("@heddle/text is not published");
  mkdirSync(alone);
  for (const file of ["package.json", "text.ts"]) cpSync(join(consumer, file), join(alone, file));
  for (const file of ["tokenizer.json", "tokenizer_config.json", "chat_template.jinja"])
    cpSync(join(builtInModel, file), join(alone, "model", file));
  runIn(alone, "npm", "install", ...installFlags, pack(text, folder));
  const ours = readdirSync(join(alone, "node_modules/@heddle"));
  if (ours.join() !== "text") throw new Error(`@heddle/text brings ${ours.join(", ")} along`);
  runIn(alone, process.execPath, "text.ts");
}

/** Imports every entry of every package, except documents, commands and manifests. */
function importEverything(): void {
  const specifiers = publishedPackages().flatMap(({ name }) => {
    const path = join(project, "node_modules", name, "package.json");
    const { exports }: { exports: Record<string, unknown> } = JSON.parse(
      readFileSync(path, "utf8"),
    );
    return Object.entries(exports)
      .filter(([, target]) => typeof target === "object")
      .map(([entry]) => name + entry.slice(1));
  });
  const script = specifiers.map((specifier) => `await import(${JSON.stringify(specifier)});`);
  writeFileSync(join(project, "import-everything.js"), script.join("\n"));
  run(process.execPath, "import-everything.js");
}

function compile(): void {
  run(process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
}

function bundleForBrowsers(): void {
  const esbuild = join(root, "packages/client/node_modules/.bin/esbuild");
  const flags = ["--bundle", "--format=esm", "--platform=browser", "--outfile=browser.js"];
  run(esbuild, "browser.ts", ...flags, "--log-level=warning");
  // A static import of a Node module would have failed the bundle; a dynamic one would fail the
  // page.
  if (/\bfrom\s*"node:|import\("node:/.test(readFileSync(join(project, "browser.js"), "utf8"))) {
    throw new Error("the browser bundle imports modules of Node");
  }
}

function generateClient(): void {
  run(process.execPath, bin("heddle-codegen"), "--spec", "pets.yaml", "--out", "generated");
  run(
    process.execPath,
    join(root, "node_modules/typescript/bin/tsc"),
    "-p",
    "tsconfig.generated.json",
  );
}

/** Starts a command of a package, passes the address that it prints to `use`, and stops it. */
async function whileRunning(
  command: readonly string[],
  use: (url: string) => void | Promise<void>,
): Promise<void> {
  const [name = "", ...args] = command;
  const child = spawn(process.execPath, [bin(name), ...args], {
    cwd: project,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const giveUp = setTimeout(() => child.kill("SIGKILL"), startLimitMs);
  try {
    let url: string | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      url = /http:\/\/[\w.:[\]-]+/.exec(line)?.[0];
      if (url !== undefined) break;
    }
    if (url === undefined) throw new Error(`${name} did not print the address that it listens on`);
    await use(url);
  } finally {
    clearTimeout(giveUp);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      const kill = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
      await once(child, "exit");
      clearTimeout(kill);
    }
  }
}

/** The stub as `npx heddle-stub` starts it, and a program of the project that talks to it. */
function talkToTheStub(): Promise<void> {
  return whileRunning(["heddle-stub", "--port", "0"], (url) => {
    run(process.execPath, "program.ts", url);
  });
}

/** The server on engines of its own, in a data folder within the project. */
function askTheServer(): Promise<void> {
  return whileRunning(["heddle", "start", "--port", "0", "--log", "silent"], async (url) => {
    const response = await fetch(`${url}/readyz`);
    if (!response.ok) throw new Error(`heddle start: /readyz answers ${response.status}`);
  });
}

const steps: readonly (readonly [string, () => void | Promise<void>])[] = [
  ["install", install],
  ["import every entry", importEverything],
  ["compile, strictly", compile],
  ["bundle for browsers", bundleForBrowsers],
  ["talk to the stub", talkToTheStub],
  ["heddle-codegen", generateClient],
  ["text alone", useTextAlone],
  ["sample and train", () => void run(process.execPath, "engine.ts")],
  ["heddle --help", () => void run(process.execPath, bin("heddle"), "--help")],
  ...(withEngines ? [["heddle start", askTheServer] as const] : []),
];

try {
  cpSync(consumer, project, { recursive: true });
  for (const [name, step] of steps) {
    const started = performance.now();
    await step();
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
