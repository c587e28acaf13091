import type { Config } from "../config/config.ts";
import type { Subcommand } from "./subcommands.ts";

/** One of the commands under `heddle models`. */
export type ModelsCommand = Subcommand<Config>;
