import { parseArgs } from "node:util";
import { ConfigError } from "../config/config.ts";
import { nearest } from "../config/nearest.ts";
import { heddleCommand } from "../config/heddle-command.ts";

/** What a command takes. */
export interface ArgsSpec {
  /** What follows the program's name: `keys create`. */
  readonly command: string;
  /** Flags that take a value, without dashes. */
  readonly texts: readonly string[];
  /** Flags that are given or not. `--help` is always one, `-h` for short. */
  readonly switches?: readonly string[];
  /** Names of the arguments without a flag, in order. */
  readonly positionals?: readonly string[];
}

/** What was given. */
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
  // Not strict: the parser's own refusals take several lines and know no near misses.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });

  const texts: Record<string, string> = {};
  const switches = new Set<string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      if (positionals.length === (spec.positionals?.length ?? 0)) {
        throw new ConfigError(`${command} takes no argument "${token.value}".`);
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
        `${token.rawName} is not an option of ${command}.${hint} ${command} --help lists them.`,
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
    throw new ConfigError(`${rawName} needs a value; write ${rawName}=${value} if that is one.`);
  }
  return value;
}
