/** What the process behind `heddle start` tells the server that it has started. */
export type ToServer =
  /** The first of all; with a port where an earlier server has listened before it crashed. */
  { readonly order: "start"; readonly port: number | undefined } | { readonly order: "stop" };

/** What the server tells the process that has started it. */
export type FromServer =
  | { readonly event: "listening"; readonly port: number }
  /** Something is in the way that a person has to put right, and that has been said. */
  | { readonly event: "refused" }
  /** A signal has reached the server itself. */
  | { readonly event: "stopping" }
  /** It is about to die of an exception. */
  | { readonly event: "crashing"; readonly exception: string };
