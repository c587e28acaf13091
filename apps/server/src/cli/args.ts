import { parseArgs } from "node:util";
import { ConfigError } from "../config/config.ts";
import { nearest } from "../config/nearest.ts";
import { heddleCommand } from "../config/heddle-command.ts";

/** The arguments that a command takes. */
export interface ArgsSpec {
  /** The words after the program's name: `keys create`. */
  readonly command: string;
  /** Flags that take a value, without dashes. */
  readonly texts: readonly string[];
  /** Flags without a value. `--help`, short `-h`, is always one. */
  readonly switches?: readonly string[];
  /** Names of the arguments without a flag, in order. */
  readonly positionals?: readonly string[];
}

/** The arguments that were given to a command. */
export interface Args {
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
  readonly positionals: readonly string[];
}

/**
 * Reads the arguments of a command.
 *
 * @throws ConfigError that names the argument that is wrong.
 */
export function parseCommandArgs(args: readonly string[], spec: ArgsSpec): Args {
  const command = heddleCommand(spec.command);
  const switchNames = ["help", ...(spec.switches ?? [])];
  const options: Record<string, { type: "string" | "boolean"; short?: string }> = {};
  for (const name of spec.texts) options[name] = { type: "string" };
  for (const name of switchNames) options[name] = { type: "boolean" };
  options["help"] = { type: "boolean", short: "h" };
  // Not strict: the parser's own errors take several lines and suggest no similar names.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });

  const texts: Record<string, string> = {};
  const switches = new Set<string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      if (positionals.length === (spec.positionals?.length ?? 0)) {
        throw new ConfigError(
          `${command} takes no argument "${token.value}". ${command} --help lists its options.`,
        );
      }
      positionals.push(token.value);
    } else if (switchNames.includes(token.name)) {
      if (token.value !== undefined) throw new ConfigError(`${token.rawName} takes no value.`);
      switches.add(token.name);
    } else if (spec.texts.includes(token.name)) {
      if (token.name in texts) throw new ConfigError(`${token.rawName} is given twice.`);
      texts[token.name] = valueOf(token);
    } else {
      const meant = nearest(token.name, [...spec.texts, ...switchNames]);
      const hint = meant === undefined ? "" : ` Did you mean --${meant}?`;
      throw new ConfigError(
        `${token.rawName} is not an option of ${command}.${hint} ${command} --help lists the options.`,
      );
    }
  }
  return { texts, switches, positionals };
}

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueOf(token: OptionToken): string {
  const { rawName, value } = token;
  if (value === undefined) throw new ConfigError(`${rawName} needs a value.`);
  // `--entity --role read` forgot the entity's name.
  if (value.startsWith("-") && token.inlineValue !== true) {
    throw new ConfigError(
      `${rawName} needs a value. If ${value} is the value, write ${rawName}=${value}.`,
    );
  }
  return value;
}
