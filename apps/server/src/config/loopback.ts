import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether only this machine can reach a host name or address. It has no port and no brackets. */
export function isLoopback(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return host.toLowerCase() === "localhost";
  return loopback.check(host, version === 4 ? "ipv4" : "ipv6");
}

/** Like `isLoopback`, for a `Host` header, which may have brackets and a port: `[::1]:4777`. */
export function isLoopbackHeader(header: string): boolean {
  const name = header.replace(/:\d+$/, "");
  return isLoopback(/^\[(.*)\]$/.exec(name)?.[1] ?? name);
}
