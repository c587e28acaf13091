import type { RunningServer } from "./running-server.ts";

/** Makes something of the entity `acme`, in `acme/support`, and returns its id. */
export type Maker = (server: RunningServer) => Promise<string>;

/**
 * Makers of the things that requests name by id, by their word in `x-project`.
 *
 * The matrix of operations and keys makes one of each for one entity, and lets another entity read,
 * change and delete it. It fails for a built operation if its kind of thing has no row here.
 */
export const makers: Readonly<Record<string, Maker>> = {};
