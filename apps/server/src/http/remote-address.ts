import { BlockList, isIP } from "node:net";
import type { Context } from "hono";
import type { HttpEnv } from "./env.ts";

/**
 * Finds the client's address of a request: the socket's address or, behind trusted proxies, the
 * last address in `X-Forwarded-For` that is not a trusted proxy's. The client itself may have
 * written the addresses further left.
 */
export function remoteAddress(
  trustedProxies: readonly string[],
): (c: Context<HttpEnv>) => string | undefined {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (address: string): boolean =>
    trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  return (c) => {
    let address = plain(c.env?.incoming?.socket.remoteAddress);
    const forwarded = c.req.header("X-Forwarded-For")?.split(",") ?? [];
    while (address !== undefined && isTrusted(address) && forwarded.length > 0) {
      const next = plain(forwarded.pop()?.trim());
      if (next === undefined || isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** A dual-stack socket writes IPv4 addresses as IPv6. */
function plain(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, "");
}
