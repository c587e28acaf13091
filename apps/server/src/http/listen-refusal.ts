const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program. Stop that one, or choose another port with --port.",
  EACCES: "needs rights that this user does not have. Choose a port above 1023 with --port.",
  EADDRNOTAVAIL: "is not an address of this machine. Choose another with --host.",
  ENOTFOUND: "is not a name that this machine knows. Choose another with --host.",
};

/**
 * Says why the server cannot listen on an address, from the system's error code, and what to do.
 */
export function listenRefusal(code: string | undefined, host: string, port: number): string {
  const reason = reasons[code ?? ""] ?? `could not be opened (${code}). Check --host and --port.`;
  return `${host}:${port} ${reason}`;
}
