import { parseArgs } from "node:util";
import { CannotListen, listen } from "./listen.ts";
import { stubApp } from "./stub-app.ts";

/** What a run needs from its process. */
export interface StubProcess {
  readonly args: readonly string[];
  out(line: string): void;
  err(line: string): void;
  /** Resolves when the stub must stop. */
  readonly told: Promise<void>;
}

const help = `heddle-stub [--port <number>] [--host <address>]

Answers every operation of the Heddle services from the examples of their documents.

  --port <number>    where to listen; 4778 unless told otherwise, 0 takes any free one
  --host <address>   127.0.0.1 unless told otherwise
  --help             prints this

Any key is accepted, and one is required. A request chooses its answer with a header:
  Prefer: example=<name>     another example
  Prefer: code=<status>      an error, such as 404 or 429
  Prefer: delay=<ms>         a slow answer, and slow items of a stream`;

/** The program behind `heddle-stub`; returns the exit status after the stub has stopped. */
export async function run(process: StubProcess): Promise<number> {
  try {
    const { port, host, isHelp } = readFlags(process.args);
    if (isHelp) {
      process.out(help);
      return 0;
    }
    const app = stubApp({ onError: (error) => process.err(`heddle-stub: ${textOf(error)}`) });
    const listener = await listen(app, host, port);
    process.out(banner(listener.url));
    await process.told;
    await listener.stop();
    return 0;
  } catch (error) {
    if (!(error instanceof CannotListen) && !(error instanceof UsageError)) throw error;
    process.err(`heddle-stub: ${error.message}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Wrong use of the command line. */
class UsageError extends Error {}

function readFlags(args: readonly string[]): { port: number; host: string; isHelp: boolean } {
  const { port = "4778", host = "127.0.0.1", help: isHelp = false } = parse(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port takes a number up to 65535, not "${port}"`);
  }
  return { port: Number(port), host, isHelp };
}

function parse(args: readonly string[]): { port?: string; host?: string; help?: boolean } {
  try {
    const options = {
      port: { type: "string" },
      host: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(`${message} --help lists the options.`, { cause: error });
  }
}

function banner(url: string): string {
  return [
    `The stub answers at ${url}`,
    `  tracing    ${url}/traces, and ${url}`,
    `  training   ${url}/training/v1, and ${url}/v1`,
    `  inference  ${url}/inference/v1, and ${url}/v1`,
    `Try: curl ${url}/traces/version`,
  ].join("\n");
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
