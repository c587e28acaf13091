import { nearest } from "../config/nearest.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { programVersion } from "../version.ts";
import type { Io } from "./io.ts";

type Command = (args: readonly string[], io: Io) => Promise<number>;

/** Each command is loaded when it runs: `keys list` must not wait for the server's modules. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import("./start.ts")).runStart,
  keys: async () => (await import("./keys.ts")).runKeys,
  models: async () => (await import("./models.ts")).runModels,
  train: async () => (await import("./train.ts")).runTrain,
  chat: async () => (await import("./chat.ts")).runChat,
  usage: async () => (await import("./usage.ts")).runUsage,
  doctor: async () => (await import("./doctor.ts")).runDoctor,
};

const help = `${heddleCommand("start")}
    starts the server; ${heddleCommand("start --help")} lists every setting
${heddleCommand("keys")} create|list|revoke
    creates, lists and revokes API keys
${heddleCommand("models")} add|list|remove|export
    adds, lists and removes models and adapters from folders, and exports trained models
${heddleCommand("train")} watch|report
    follows a training job, and writes a report of it
${heddleCommand("chat")}
    talks to a model in the terminal
${heddleCommand("usage")}
    shows what chat has used, by project and model
${heddleCommand("doctor")}
    reports problems that keep the server from running on this machine
${heddleCommand("--version")}`;

/**
 * Runs the command that the arguments of `heddle` name.
 *
 * @returns the exit status, once the command has finished
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    io.out(help);
    return name === undefined ? 1 : 0;
  }
  if (name === "--version" || name === "-v") {
    io.out(programVersion());
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    const meant = nearest(name, Object.keys(commands));
    const hint = meant === undefined ? "" : ` Did you mean ${heddleCommand(meant)}?`;
    const list = heddleCommand("--help");
    io.err(`heddle: There is no command "${name}".${hint} ${list} lists the commands.`);
    return 1;
  }
  const command = await load();
  return await command(rest, io);
}
