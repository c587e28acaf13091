import { heddleCommand } from "../config/heddle-command.ts";
import { aligned } from "./aligned.ts";
import type { KeysCommand } from "./keys-command.ts";

/** `heddle keys list`: prints one line for each key, the oldest first. */
export const listKeys: KeysCommand = {
  args: { command: "keys list", texts: [] },
  help: `${heddleCommand("keys list")}

Lists all keys, also the revoked ones: id, entity, role, user, and when the key was created
and revoked.`,
  run: async (_given, keys, io) => {
    const rows = (await keys.list()).map((key) => [
      key.id,
      key.entity,
      key.role,
      key.userName,
      key.createdAt,
      key.revokedAt ?? "-",
    ]);
    for (const line of aligned([["ID", "ENTITY", "ROLE", "USER", "CREATED", "REVOKED"], ...rows])) {
      io.out(line);
    }
    return 0;
  },
};
