import { hashKey, isKeyShaped } from "../access/api-key.ts";
import { ConfigError } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import type { KeysCommand } from "./keys-command.ts";

/** `heddle keys revoke ID`: the key stops working within seconds, also in a running server. */
export const revokeKey: KeysCommand = {
  args: { command: "keys revoke", texts: [], positionals: ["ID"] },
  help: `${heddleCommand("keys revoke")} ID

Revokes the key with this id, as ${heddleCommand("keys list")} shows it. The key itself
works in place of the id. A running server refuses the key within 5 seconds. A revoked key
cannot be restored.`,
  run: async ({ positionals }, keys, io) => {
    const [given] = positionals;
    if (given === undefined) {
      throw new ConfigError(
        `The id of the key is missing. ${heddleCommand("keys list")} shows the ids.`,
      );
    }
    const id = isKeyShaped(given) ? hashKey(given).id : given;
    if (await keys.revoke(id)) {
      io.err(`Key ${id} is revoked.`);
      return 0;
    }
    const isRevoked = (await keys.list()).some((key) => key.id === id);
    throw new ConfigError(
      isRevoked
        ? `Key ${id} is already revoked.`
        : `There is no key ${isKeyShaped(given) ? "like that" : given}. ` +
            `${heddleCommand("keys list")} shows the ids.`,
    );
  },
};
