import { BlockList, isIP } from "node:net";
import { refuse, text, type Reader } from "./reader.ts";

/** Headers that make a cloud machine reveal its identity. */
const metadataHeaders: ReadonlySet<string> = new Set([
  "metadata-flavor",
  "x-aws-ec2-metadata-token",
  "x-aws-ec2-metadata-token-ttl-seconds",
]);

/**
 * Reads the address of a provider: http or https, without query and fragment, and on the public
 * internet unless private addresses are allowed.
 */
export function providerUrl(allowPrivate: boolean): Reader {
  const isPrivate = privateAddresses();
  return (node, at) => {
    const address = text(node, at) as string;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== "http:" && url?.protocol !== "https:") {
      return refuse(at, "must be an http or https URL");
    }
    if (/[?#]/.test(address)) return refuse(at, "must have neither a query nor a fragment");
    if (!allowPrivate && isPrivate(url.hostname)) {
      return refuse(at, "must be an address on the public internet");
    }
    return address;
  };
}

/** Reads the value of a header. Refuses a header that asks a cloud machine for its identity. */
export const extraHeader: Reader = (node, at) => {
  const name = at.slice(at.lastIndexOf(".") + 1).toLowerCase();
  return metadataHeaders.has(name) ? refuse(at, "is not allowed as a header") : text(node, at);
};

function privateAddresses(): (host: string) => boolean {
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
