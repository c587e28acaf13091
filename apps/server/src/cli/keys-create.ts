import { entityProblem, nameProblem } from "../access/keys-sql.ts";
import { roles } from "../access/principal.ts";
import { ConfigError } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import type { KeysCommand } from "./keys-command.ts";

/** `heddle keys create`: prints only the key on standard output, so that a script can take it. */
export const createKey: KeysCommand = {
  args: { command: "keys create", texts: ["entity", "role", "user"] },
  help: `${heddleCommand("keys create")} --entity NAME --role admin|write|read [--user NAME]

  --entity NAME   the team or user whose projects the key opens; created if it is new
  --role ROLE     read: may read; write: may also write; admin: may also change others' data
  --user NAME     the author recorded with all data that the key writes (default: the entity)
  --data-dir, --records-url and all other settings: see ${heddleCommand("start --help")}

Prints the key. The server keeps only its hash and cannot show the key again.`,
  run: async ({ texts }, keys, io) => {
    const { entity, user: userName } = texts;
    if (entity === undefined) {
      throw new ConfigError("--entity is missing: name the team or user that the key belongs to.");
    }
    const role = roles.find((one) => one === texts["role"]);
    if (role === undefined) {
      throw new ConfigError(
        texts["role"] === undefined
          ? `--role is missing: give one of ${roles.join(", ")}.`
          : `--role is "${texts["role"]}", which is not one of ${roles.join(", ")}.`,
      );
    }
    const entityFault = await entityProblem(entity);
    if (entityFault !== undefined) throw new ConfigError(`--entity: ${entityFault}`);
    const userFault = userName === undefined ? undefined : nameProblem(userName);
    if (userFault !== undefined) throw new ConfigError(`--user: ${userFault}`);
    const { id, key } = await keys.create({ entity, role, ...(userName && { userName }) });
    io.err(`Key ${id} of entity ${entity}, role ${role}. Copy it: it is not shown again.`);
    io.out(key);
    return 0;
  },
};
