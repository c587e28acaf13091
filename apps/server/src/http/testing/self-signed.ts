import { generateKeyPairSync, sign } from "node:crypto";

/** A key and its self-signed certificate for `localhost`, both in PEM. */
export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate, so that the repository needs no private key. RFC 5280 §4.1. */
export function selfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const name = sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from("localhost")))));
  const validity = sequence(time("20200101000000Z"), time("21200101000000Z"));
  const publicInfo = publicKey.export({ type: "spki", format: "der" });
  const altName = sequence(tlv(0x82, Buffer.from("localhost")));
  const extensions = tlv(0xa3, sequence(sequence(oid("551d11"), tlv(0x04, altName))));
  const version = tlv(0xa0, integer(2));
  const issuer = [version, integer(1), ecdsaWithSha256, name];
  const content = sequence(...issuer, validity, name, publicInfo, extensions);
  const signature = tlv(
    0x03,
    Buffer.concat([Buffer.from([0]), sign("sha256", content, privateKey)]),
  );
  const der = sequence(content, ecdsaWithSha256, signature);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, "hex"));
}

function integer(value: number): Buffer {
  return tlv(0x02, Buffer.from([value]));
}

function time(text: string): Buffer {
  return tlv(0x18, Buffer.from(text));
}
