import { entityProblem, nameProblem } from "../access/keys-sql.ts";
import { roles } from "../access/principal.ts";
import { ConfigError } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import type { KeysCommand } from "./keys-command.ts";

/** `heddle keys create`: the key goes to standard output, alone, so that a script can take it. */
export const createKey: KeysCommand = {
  args: { command: "keys create", texts: ["entity", "role", "user"] },
  help: `${heddleCommand("keys create")} --entity NAME --role admin|write|read [--user NAME]

  --entity NAME   the team or user whose projects the key opens; made if it is new
  --role ROLE     read; write: also write; admin: also what changes others' data
  --user NAME     who is said to have written what is written with it (the entity)
  --data-dir, --records-url and all other settings: see ${heddleCommand("start --help")}

Prints the key. It is not kept, only its hash: it cannot be shown again.`,
  run: async ({ texts }, keys, io) => {
    const { entity, user: userName } = texts;
    if (entity === undefined) throw new ConfigError("--entity is missing: whose key is it?");
    const role = roles.find((one) => one === texts["role"]);
    if (role === undefined) {
      throw new ConfigError(
        texts["role"] === undefined
          ? `--role is missing: one of ${roles.join(", ")}.`
          : `--role is "${texts["role"]}", which is not one of ${roles.join(", ")}.`,
      );
    }
    const entityFault = entityProblem(entity);
    if (entityFault !== undefined) throw new ConfigError(`--entity: ${entityFault}`);
    const userFault = userName === undefined ? undefined : nameProblem(userName);
    if (userFault !== undefined) throw new ConfigError(`--user: ${userFault}`);
    const { id, key } = await keys.create({ entity, role, ...(userName && { userName }) });
    io.err(`Key ${id} of entity ${entity}, role ${role}. This is the only time it is shown:`);
    io.out(key);
    return 0;
  },
};
