import { ConfigError, loadConfig, settingFlags } from "../config/config.ts";
import { nearest } from "../config/nearest.ts";
import { Keys } from "../access/keys-sql.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { parseCommandArgs } from "./args.ts";
import type { Io } from "./io.ts";
import type { KeysCommand } from "./keys-command.ts";
import { createKey } from "./keys-create.ts";
import { listKeys } from "./keys-list.ts";
import { revokeKey } from "./keys-revoke.ts";
import { refusalOf } from "./refusal.ts";
import { withRecords } from "./with-records.ts";

const commands: Readonly<Record<string, KeysCommand>> = {
  create: createKey,
  list: listKeys,
  revoke: revokeKey,
};

const help = `${heddleCommand("keys create")} --entity NAME --role admin|write|read [--user NAME]
    creates a key and prints it; it cannot be shown again
${heddleCommand("keys list")}
    lists the keys
${heddleCommand("keys revoke")} ID
    revokes a key within seconds

All three find the data folder by --data-dir or HEDDLE_DATA_DIR, as
${heddleCommand("start")} does, and work while the server runs.`;

/**
 * `heddle keys …`: creates, lists and revokes API keys, also while a server runs.
 *
 * @param args the arguments after `keys`
 * @returns the exit status
 */
export async function runKeys(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h") {
    io.out(help);
    return name === undefined ? 1 : 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new ConfigError(unknownCommand(name));
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
    return await withRecords(config, (records) => command.run(given, new Keys(records), io));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    io.err(`heddle keys: ${refusal}`);
    return 1;
  }
}

function unknownCommand(name: string): string {
  const meant = nearest(name, Object.keys(commands));
  const hint = meant === undefined ? "" : ` Did you mean ${heddleCommand(`keys ${meant}`)}?`;
  return `There is no command "${name}".${hint} The commands are create, list and revoke.`;
}
