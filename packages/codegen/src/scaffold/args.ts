import { parseArgs } from "node:util";
import { UsageError } from "../cli/options.ts";

/** The options of the command line. */
export interface ScaffoldArgs {
  readonly folder: string;
  readonly services: readonly string[] | undefined;
  readonly spec: string | undefined;
  readonly name: string | undefined;
}

/** The help text of the command. */
export const scaffoldUsage = `heddle-codegen scaffold <folder> [--service trace,training,inference]
  Writes a backend for the Heddle services in which every operation answers 501. Run again after an
  edit of the document, it adds what is missing and lists what is gone.

heddle-codegen scaffold <folder> --spec <file> [--name <service>]
  The same for any OpenAPI document. src/generated/ is written anew each time.

  --service   some of the services, with commas between. Default: all, or those of the first run
  --spec      the document. Default: that of the first run
  --name      what the service is called: letters, digits, - and _. Default: api
`;

/** Reads the command line; `undefined` if it asks for help. Throws `UsageError`. */
export function readScaffoldArgs(args: readonly string[]): ScaffoldArgs | undefined {
  const { values, positionals } = parse(args);
  const { help, service, spec, name } = values;
  if (help) return undefined;
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) {
    throw new UsageError(`scaffold takes one folder, not ${positionals.length}`);
  }
  if (service !== undefined && spec !== undefined) {
    throw new UsageError("--service and --spec exclude each other: give one");
  }
  if (name !== undefined && !/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) {
    throw new UsageError(
      `--name: ${JSON.stringify(name)} is not a valid name; use a letter, then letters, digits, - and _`,
    );
  }
  const services = service?.split(",").map((one) => one.trim());
  return { folder, services, spec, name };
}

interface Parsed {
  readonly values: { help?: boolean; service?: string; spec?: string; name?: string };
  readonly positionals: readonly string[];
}

function parse(args: readonly string[]): Parsed {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        service: { type: "string" },
        spec: { type: "string" },
        name: { type: "string" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
