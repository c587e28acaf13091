import { privateAddresses } from "../../../config/private-addresses.ts";
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
