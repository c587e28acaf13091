import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { HeddleProcess, program } from "./heddle-process.ts";

const docs = new URL("../../../../../docs/", import.meta.url);

/** The text that a name marks on a page of `docs/`, in the code block of a language. */
export async function example(page: string, name: string, language = "sh"): Promise<string> {
  const text = await readFile(new URL(page, docs), "utf8");
  const start = `<!-- ${name} -->\n\`\`\`${language}\n`;
  const at = text.indexOf(start);
  if (at < 0) throw new Error(`${page} has no example "${name}".`);
  return text.slice(at + start.length, text.indexOf("```", at + start.length));
}

/** A folder with a server in it, in which tests do what the pages tell people to do. */
export class PageReader {
  readonly folder: string;
  #heddle: HeddleProcess | undefined;
  /** What a reader has exported by then. */
  env: Readonly<Record<string, string | undefined>>;

  private constructor(folder: string) {
    this.folder = folder;
    this.env = { PATH: process.env["PATH"], HEDDLE_DATA_DIR: this.#dataDir };
  }

  static async create(): Promise<PageReader> {
    return new PageReader(await mkdtemp(join(tmpdir(), "heddle-page-")));
  }

  get #dataDir(): string {
    return join(this.folder, "data");
  }

  /** Starts the server, instead of the `npm start` of the pages, and ends the one before. */
  async start(flags: readonly string[] = []): Promise<void> {
    this.#heddle?.kill("SIGTERM");
    await this.#heddle?.exited();
    const own = ["--data-dir", this.#dataDir, "--port", "0"];
    this.#heddle = new HeddleProcess(["start", ...own, ...flags]);
    const url = await this.#heddle.listening();
    const key = (await readFile(join(this.#dataDir, "api-key"), "utf8")).trim();
    this.env = { ...this.env, OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key };
  }

  /** What lines of a shell print. What npm would run, Node runs here. */
  async run(lines: string): Promise<string> {
    const heddle = `'${process.execPath}' '${program}' "$@" </dev/null`;
    const npm = `npm() { [ "$1" = start ] || { shift 3; ${heddle}; }; }`;
    return await this.#printed("/bin/sh", ["-ec", `${npm}\n${lines}`], this.folder);
  }

  /** What a program prints that runs in the folder `cwd`, where it finds its packages. */
  async runProgram(text: string, cwd: string): Promise<string> {
    return await this.#printed(process.execPath, ["--input-type=module", "-e", text], cwd);
  }

  async #printed(command: string, args: readonly string[], cwd: string): Promise<string> {
    return (await promisify(execFile)(command, args, { cwd, env: this.env })).stdout;
  }

  /** Ends the server and removes the folder. */
  async close(): Promise<void> {
    this.#heddle?.killGroup("SIGKILL");
    await this.#heddle?.exited();
    await rm(this.folder, { recursive: true });
  }
}
