import { heddleCommand } from "../config/heddle-command.ts";
import type { KeysCommand } from "./keys-command.ts";

/** `heddle keys list`: one line a key, the oldest first. */
export const listKeys: KeysCommand = {
  args: { command: "keys list", texts: [] },
  help: `${heddleCommand("keys list")}

Lists the keys, revoked ones included: id, entity, role, user, made, revoked.`,
  run: async (_given, keys, io) => {
    const rows = (await keys.list()).map((key) => [
      key.id,
      key.entity,
      key.role,
      key.userName,
      key.createdAt,
      key.revokedAt ?? "-",
    ]);
    for (const line of aligned([["ID", "ENTITY", "ROLE", "USER", "MADE", "REVOKED"], ...rows])) {
      io.out(line);
    }
    return 0;
  },
};

function aligned(table: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of table) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
