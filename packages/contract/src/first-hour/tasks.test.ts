import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { areGone, repository } from "./npm-script.ts";

interface Installed {
  readonly isInstalled: (root: string) => boolean;
  readonly beginInstall: (root: string) => void;
  readonly endInstall: (root: string) => void;
}

interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly version: string;
}

interface NodeVersion {
  readonly nodeRefusal: (machine: Machine) => string | undefined;
}

// Not part of this package, and not typed as a package is.
const tasks = join(repository, "tasks");
const installed: Installed = await import(join(tasks, "installed.js"));
const { nodeRefusal }: NodeVersion = await import(join(tasks, "node-version.js"));
const { beginInstall, endInstall, isInstalled } = installed;

/** A repository of two packages, with the tasks of this one. */
let root: string;

const lockfile = `lockfileVersion: '9.0'

importers:

  .:
    devDependencies:
      turbo:
        specifier: 1.0.0

  apps/server:
    dependencies:
      zod:
        specifier: 1.0.0

packages:

  zod@1.0.0: {}
`;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-tasks-"));
  await cp(join(repository, "tasks"), join(root, "tasks"), { recursive: true });
  await write("package.json", '{ "type": "module", "packageManager": "pnpm@1.0.0" }');
  await write("apps/server/package.json", "{}");
  await write("pnpm-workspace.yaml", "packages: [apps/*]");
  await write("pnpm-lock.yaml", lockfile);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function write(file: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text, { mode });
}

/** Leaves the files that a finished install of a package manager leaves. */
async function install(): Promise<void> {
  beginInstall(root);
  await write("node_modules/.pnpm/lock.yaml", await readFile(join(root, "pnpm-lock.yaml"), "utf8"));
  endInstall(root);
}

describe("an install", () => {
  test("counts once it has finished", async () => {
    expect(isInstalled(root)).toBe(false);
    await install();
    expect(isInstalled(root)).toBe(true);
  });

  test.each(["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", "apps/server/package.json"])(
    "is out of date when a pull changes %s",
    async (file) => {
      await install();
      await appendFile(join(root, file), "\n");
      expect(isInstalled(root)).toBe(false);
      await install();
      expect(isInstalled(root)).toBe(true);
    },
  );

  test("does not count if it was broken off, even after a return to the old state", async () => {
    await install();
    beginInstall(root);
    expect(isInstalled(root)).toBe(false);
  });

  test("does not count if pnpm was called by hand for another state", async () => {
    await install();
    await appendFile(join(root, "node_modules/.pnpm/lock.yaml"), "\n");
    expect(isInstalled(root)).toBe(false);
  });
});

interface Ended {
  readonly status: number | null;
  readonly printed: string;
}

/** `node tasks/run.js`, as a script of `package.json` has it. */
function run(args: readonly string[], nodeOptions: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeOptions, join(root, "tasks/run.js"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (printed += chunk));
  }
  const ended = once(child, "close").then(([status]): Ended => ({ status, printed }));
  return { child, ended, printed: () => printed };
}

describe("a program", () => {
  beforeEach(install);

  test.each([
    ["exit 0", 0],
    ["exit 7", 7],
    ["kill -9 $$", 137],
  ])("that says %s gives the script that status", async (line, status) => {
    expect(await run(["sh", "-c", line]).ended).toEqual({ status, printed: "" });
  });

  test("runs with the usage reports and version checks of tools switched off", async () => {
    const names = ["TURBO_TELEMETRY_DISABLED", "DO_NOT_TRACK", "REDOCLY_TELEMETRY"];
    const shown = names.map((name) => `$${name}`).join(" ");
    expect((await run(["sh", "-c", `echo ${shown}`]).ended).printed).toBe("1 1 off\n");
  });

  test("and all processes that it left behind are gone after SIGTERM", async () => {
    const line = 'sh -c "echo \\$\\$; exec sleep 1000" & echo $$; wait';
    const { child, ended, printed } = run(["sh", "-c", line]);
    await vi.waitUntil(() => printed().split("\n").length === 3, { timeout: 240_000 });
    child.kill("SIGTERM");
    expect((await ended).status).toBe(143);
    await areGone(printed().trim().split("\n").map(Number));
  });
});

describe("a build", () => {
  beforeEach(install);

  test("that fails shows its output, and nothing runs after it", async () => {
    await write(
      "node_modules/.bin/turbo",
      "#!/bin/sh\necho what is wrong with $3\nexit 3\n",
      0o755,
    );
    const { status, printed } = await run(["--build", "it", "echo", "run"]).ended;
    expect({ status, printed }).toEqual({ status: 3, printed: "what is wrong with --filter=it\n" });
  });

  test("that succeeds prints nothing, and the program runs", async () => {
    await write("node_modules/.bin/turbo", "#!/bin/sh\necho noise\n", 0o755);
    const ended = await run(["--build", "it", "echo", "run"]).ended;
    expect(ended).toEqual({ status: 0, printed: "run\n" });
  });

  test("ends at SIGTERM, with all its processes, and nothing runs after it", async () => {
    const file = join(root, "pids");
    const turbo = `#!/bin/sh\nsleep 1000 &\necho $! $$ > '${file}.new' && mv '${file}.new' '${file}'\nwait\n`;
    await write("node_modules/.bin/turbo", turbo, 0o755);
    const { child, ended } = run(["--build", "it", "echo", "run"]);
    const pids = await vi.waitFor(() => readFile(file, "utf8"), { timeout: 240_000 });
    child.kill("SIGTERM");
    const { status, printed } = await ended;
    expect(status).toBe(143);
    expect(printed).not.toContain("run");
    await areGone(pids.trim().split(" ").map(Number));
  });
});

describe("a Node", () => {
  test.each([
    // The lockfile brings a Node here; the machine's Node only has to install it.
    ["linux", "x64", "20.19.0", undefined],
    ["linux", "arm64", "20.18.3", "20.19"],
    ["linux", "x64", "18.20.8", "20.19"],
    // Elsewhere the machine's Node runs everything.
    ["darwin", "arm64", "22.18.0", undefined],
    ["darwin", "arm64", "24.0.0", undefined],
    ["darwin", "arm64", "22.17.1", "22.18"],
    ["darwin", "x64", "20.19.0", "22.18"],
    ["linux", "riscv64", "20.19.0", "22.18"],
  ])(
    "on %s %s of version %s is accepted, or refused with the version needed",
    (platform, arch, version, oldest) => {
      const refusal = nodeRefusal({ platform, arch, version });
      if (oldest === undefined) expect(refusal).toBeUndefined();
      else expect(refusal).toContain(`Node ${version}, and Heddle needs ${oldest} or newer here`);
    },
  );

  test("that is too old is refused in one line, before anything is installed", async () => {
    const asOnMac =
      'Object.defineProperty(process, "platform", { value: "darwin" });' +
      'Object.defineProperty(process, "versions", { value: { node: "20.19.2" } });';
    const { status, printed } = await run(
      ["echo", "run"],
      ["--import", `data:text/javascript,${encodeURIComponent(asOnMac)}`],
    ).ended;
    expect(status).toBe(1);
    expect(printed).toMatch(/^This is Node 20\.19\.2, and Heddle needs 22\.18 [^\n]*\n$/);
  });
});
