import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

/** The output of a command, and its end. */
export interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** A backend that a scaffold wrote, in a folder outside of this repository. */
export class ScaffoldedBackend {
  /** Holds the backend and the document that it is made from. */
  readonly parent: string = mkdtempSync(join(tmpdir(), "heddle-scaffold-"));
  readonly folder: string = join(this.parent, "backend");

  /** Runs the program as it is published. */
  scaffold(...args: readonly string[]): Promise<Ran> {
    return run(
      join(packageFolder("heddle-codegen"), "dist", "main.js"),
      ["scaffold", ...args],
      this.parent,
    );
  }

  /** In place of `npm install`: links the packages that the backend may import, and no others. */
  install(): void {
    for (const name of Object.keys(this.#dependencies())) {
      const link = join(this.folder, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(packageFolder(name), link);
    }
  }

  /** `npm run build`. */
  build(): Promise<Ran> {
    return run(join(packageFolder("typescript"), "bin", "tsc"), [], this.folder);
  }

  /** `npm test`, of the built files. */
  test(): Promise<Ran> {
    return run("--test", [], join(this.folder, "dist"));
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Starts the built backend on a free port, passes its address to `use`, and stops it. */
  async started<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
    const child = spawn(process.execPath, ["dist/main.js"], {
      cwd: this.folder,
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        const [url] = /http:\S+/.exec(line) ?? [];
        if (url !== undefined) return await use(url);
      }
      throw new Error("the backend ended before it listened");
    } finally {
      child.kill();
      await ended;
    }
  }

  remove(): void {
    rmSync(this.parent, { recursive: true });
  }

  #dependencies(): Readonly<Record<string, string>> {
    const { dependencies, devDependencies } = JSON.parse(this.read("package.json")) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    return { ...dependencies, ...devDependencies };
  }
}

function run(program: string, args: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { cwd }, (_, stdout, stderr) => {
      resolve({ status: child.exitCode, output: stdout + stderr });
    });
  });
}

/** The folder of a package that this package or the kit depends on. */
function packageFolder(name: string): string {
  const require = createRequire(import.meta.url);
  const kit = createRequire(require.resolve("@heddle/server-kit/package.json"));
  const paths = [require, kit].flatMap((from) => from.resolve.paths(name) ?? []);
  for (const folder of paths) {
    const found = join(folder, name);
    if (hasPackage(found)) return found;
  }
  throw new Error(`${name} is not installed`);
}

function hasPackage(folder: string): boolean {
  try {
    return readFileSync(join(folder, "package.json")).length > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
