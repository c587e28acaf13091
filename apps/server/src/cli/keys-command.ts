import type { Keys } from "../access/keys-sql.ts";
import type { Subcommand } from "./subcommands.ts";

/** One of the commands under `heddle keys`. */
export type KeysCommand = Subcommand<Keys>;
