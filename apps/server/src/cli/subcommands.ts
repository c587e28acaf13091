import { type Config, ConfigError, loadConfig, settingFlags } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { nearest } from "../config/nearest.ts";
import { type Args, type ArgsSpec, parseCommandArgs } from "./args.ts";
import type { Io } from "./io.ts";
import { refusalOf } from "./refusal.ts";

/** One of the commands under a word: `create` under `heddle keys`. It also takes all settings. */
export interface Subcommand<Subject> {
  readonly args: ArgsSpec;
  readonly help: string;
  /** Returns the exit status. */
  run(given: Args, subject: Subject, io: Io): Promise<number>;
}

/** A word with commands under it. */
export interface Subcommands<Subject> {
  /** `keys` */
  readonly word: string;
  readonly help: string;
  readonly commands: Readonly<Record<string, Subcommand<Subject>>>;
  /** Runs the work of a command on what all commands of the word are about. */
  readonly open: (config: Config, work: (subject: Subject) => Promise<number>) => Promise<number>;
}

/**
 * Runs the command that the arguments after the word name.
 *
 * @returns the exit status
 */
export async function runSubcommand<Subject>(
  { word, help, commands, open }: Subcommands<Subject>,
  args: readonly string[],
  io: Io,
): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h") {
    io.out(help);
    return name === undefined ? 1 : 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw unknownCommand(word, name, Object.keys(commands));
    const { texts } = command.args;
    const spec = { ...command.args, texts: [...texts, ...settingFlags] };
    const given = parseCommandArgs(rest, spec);
    if (given.switches.has("help")) {
      io.out(command.help);
      return 0;
    }
    const flags = Object.fromEntries(
      Object.entries(given.texts).filter(([flag]) => settingFlags.includes(flag)),
    );
    const config = loadConfig({ flags, env: io.env, cwd: io.cwd });
    return await open(config, (subject) => command.run(given, subject, io));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    io.err(`heddle ${word}: ${refusal}`);
    return 1;
  }
}

function unknownCommand(word: string, name: string, known: readonly string[]): ConfigError {
  const meant = nearest(name, known);
  const hint = meant === undefined ? "" : ` Did you mean ${heddleCommand(`${word} ${meant}`)}?`;
  const list = `${known.slice(0, -1).join(", ")} and ${known.at(-1)}`;
  return new ConfigError(`There is no command "${name}".${hint} The commands are ${list}.`);
}
