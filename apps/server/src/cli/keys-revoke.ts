import { hashKey, isKeyShaped } from "../access/api-key.ts";
import { ConfigError } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import type { KeysCommand } from "./keys-command.ts";

/** `heddle keys revoke ID`: the key stops working within seconds, also in a running server. */
export const revokeKey: KeysCommand = {
  args: { command: "keys revoke", texts: [], positionals: ["ID"] },
  help: `${heddleCommand("keys revoke")} ID

Ends the key with this id, as ${heddleCommand("keys list")} shows it, or the key itself
where that is all one has. A running server refuses it within 5 seconds. There is no way back.`,
  run: async ({ positionals }, keys, io) => {
    const [given] = positionals;
    if (given === undefined) {
      throw new ConfigError(`Which key? ${heddleCommand("keys list")} shows the ids.`);
    }
    const id = isKeyShaped(given) ? hashKey(given).id : given;
    if (await keys.revoke(id)) {
      io.err(`Key ${id} is revoked.`);
      return 0;
    }
    const isRevoked = (await keys.list()).some((key) => key.id === id);
    throw new ConfigError(
      isRevoked
        ? `Key ${id} was revoked before.`
        : `There is no key ${isKeyShaped(given) ? "like that" : given}: see ${heddleCommand("keys list")}`,
    );
  },
};
