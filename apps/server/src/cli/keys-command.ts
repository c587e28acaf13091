import type { Keys } from "../access/keys-sql.ts";
import type { Args, ArgsSpec } from "./args.ts";
import type { Io } from "./io.ts";

/** One of the commands under `heddle keys`. */
export interface KeysCommand {
  readonly args: ArgsSpec;
  readonly help: string;
  run(given: Args, keys: Keys, io: Io): Promise<number>;
}
