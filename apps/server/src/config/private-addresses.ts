import { BlockList, isIP } from "node:net";

/**
 * Makes a check whether a host, a name or an address, belongs to this machine or its network rather
 * than to the public internet. A name may also resolve to such an address: check that one, too.
 */
export function privateAddresses(): (host: string) => boolean {
  const blocked = new BlockList();
  for (const [network, prefix] of [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 3],
  ] as const) {
    blocked.addSubnet(network, prefix, "ipv4");
  }
  for (const [network, prefix] of [
    ["::", 127],
    ["fc00::", 7],
    ["fe80::", 10],
    ["ff00::", 8],
  ] as const) {
    blocked.addSubnet(network, prefix, "ipv6");
  }
  return (host) => {
    const bare = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    const family = isIP(bare);
    // Names without a dot, and names with these endings, are always local.
    if (family === 0) return !bare.includes(".") || /\.(localhost|local|internal)$/i.test(bare);
    return blocked.check(bare, family === 4 ? "ipv4" : "ipv6");
  };
}
