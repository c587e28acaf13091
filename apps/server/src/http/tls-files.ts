import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { ConfigError } from "../config/config-error.ts";

/** Files with the certificate chain and its key, in PEM. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Reads the certificate and the key for HTTPS.
 *
 * @throws ConfigError for files that cannot be read, or that are not a certificate and its key.
 */
export async function readTlsFiles(files: TlsFiles): Promise<{ cert: Buffer; key: Buffer }> {
  const { certFile, keyFile } = files;
  try {
    const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (cause) {
    const { message } = cause as Error;
    throw new ConfigError(
      `HTTPS cannot be served with ${certFile} (HEDDLE_TLS_CERT) and ${keyFile} ` +
        `(HEDDLE_TLS_KEY): ${message}. Both must be PEM files that this user can read, and belong together.`,
      { cause },
    );
  }
}
