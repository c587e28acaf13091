/** A message from the parent, the process behind `heddle start`, to the server that it started. */
export type ToServer =
  /** The first message. The port is that of an earlier server that crashed; undefined at first. */
  { readonly order: "start"; readonly port: number | undefined } | { readonly order: "stop" };

/** A message from the server to its parent. */
export type FromServer =
  | { readonly event: "listening"; readonly port: number }
  /** The server cannot start until a person corrects something; it has printed the reason. */
  | { readonly event: "refused" }
  /** A signal has reached the server itself. */
  | { readonly event: "stopping" }
  /** The server is about to die of an exception. */
  | { readonly event: "crashing"; readonly exception: string };
