import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a host's name or address can only be reached from this machine. No port, no brackets. */
export function isLoopback(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return host.toLowerCase() === "localhost";
  return loopback.check(host, version === 4 ? "ipv4" : "ipv6");
}

/** The same of a `Host` header, which may have a port behind it: `[::1]:4777`. */
export function isLoopbackHeader(header: string): boolean {
  const name = header.replace(/:\d+$/, "");
  return isLoopback(/^\[(.*)\]$/.exec(name)?.[1] ?? name);
}
