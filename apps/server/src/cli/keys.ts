import { Keys } from "../access/keys-sql.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import type { Io } from "./io.ts";
import { createKey } from "./keys-create.ts";
import { listKeys } from "./keys-list.ts";
import { revokeKey } from "./keys-revoke.ts";
import { runSubcommand, type Subcommands } from "./subcommands.ts";
import { withRecords } from "./with-records.ts";

const help = `${heddleCommand("keys create")} --entity NAME --role admin|write|read [--user NAME]
    creates a key and prints it; it cannot be shown again
${heddleCommand("keys list")}
    lists the keys
${heddleCommand("keys revoke")} ID
    revokes a key within seconds

All three find the data folder by --data-dir or HEDDLE_DATA_DIR, as
${heddleCommand("start")} does, and work while the server runs.`;

const keys: Subcommands<Keys> = {
  word: "keys",
  help,
  commands: { create: createKey, list: listKeys, revoke: revokeKey },
  open: (config, work) => withRecords(config, (records) => work(new Keys(records))),
};

/**
 * `heddle keys …`: creates, lists and revokes API keys, also while a server runs.
 *
 * @param args the arguments after `keys`
 * @returns the exit status
 */
export function runKeys(args: readonly string[], io: Io): Promise<number> {
  return runSubcommand(keys, args, io);
}
