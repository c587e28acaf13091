const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program. Stop that one, or choose another port with --port.",
  EACCES: "may not be listened on by this user. Choose a port above 1023 with --port.",
  EADDRNOTAVAIL: "is not an address of this machine. Choose one of its own with --host.",
  ENOTFOUND: "is not a name that this machine knows. Choose another with --host.",
};

/** Why an address cannot be listened on, by the system's code, and what to do about it. */
export function listenRefusal(code: string | undefined, host: string, port: number): string {
  const reason = reasons[code ?? ""] ?? `cannot be listened on (${code}). See --host and --port.`;
  return `${host}:${port} ${reason}`;
}
