import type { RunningServer } from "./running-server.ts";

/** Makes something of the entity `acme`, in `acme/support`, and answers its id. */
export type Maker = (server: RunningServer) => Promise<string>;

/**
 * What requests name by id, by the word that stands for it in `x-project`.
 *
 * The matrix of operations and keys makes one of each as one entity, and lets another read, change
 * and delete it. A built operation whose kind of thing has no row here fails there.
 */
export const makers: Readonly<Record<string, Maker>> = {};
