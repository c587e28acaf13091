import { createServer } from "node:net";
import { type Config, ConfigError } from "../config/config.ts";
import { listenRefusal } from "../http/listen-refusal.ts";
import { readTlsFiles } from "../http/tls-files.ts";
import { type Finding, note, ok, wrong } from "./check.ts";

/** The oldest release of Node that works. Node 20 crashes in better-sqlite3 without a message. */
const leastNode: readonly [number, number] = [22, 18];
const pingMs = 3_000;

/** Checks that this Node is new enough. */
export function checkNode(version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = leastNode;
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  if (isEnough) return ok("Node.js", version);
  return wrong("Node.js", `${version} is too old: install ${leastNode.join(".")} or newer.`);
}

/** Checks that this machine can run the embedded trace engine, or that ClickHouse answers. */
export async function checkTraceEngine({ tracesUrl }: Config): Promise<Finding> {
  const subject = "trace engine";
  if (tracesUrl !== undefined) return await checkClickHouse(subject, tracesUrl);
  const { platform, arch } = process;
  const where = `${platform} ${arch}`;
  const hasBinary = ["x64", "arm64"].includes(arch) && ["linux", "darwin"].includes(platform);
  if (hasBinary && (platform !== "linux" || isGlibc())) return ok(subject, `embedded, ${where}`);
  return wrong(
    subject,
    `the embedded engine has no binary for ${where}${platform === "linux" ? " without glibc" : ""}` +
      ": use WSL2 or a glibc container, or point HEDDLE_TRACES_URL at a ClickHouse server.",
  );
}

async function checkClickHouse(subject: string, url: string): Promise<Finding> {
  // Only host and origin: the rest of the address may contain a password.
  const { host, origin } = new URL(url);
  try {
    const answer = await fetch(`${origin}/ping`, { signal: AbortSignal.timeout(pingMs) });
    await answer.body?.cancel();
    if (answer.ok) return ok(subject, `ClickHouse at ${host} answers`);
    return wrong(subject, `${host} answers a ping with status ${answer.status}: is it ClickHouse?`);
  } catch {
    // The kind of network error does not help the user, so the message leaves it out.
    return wrong(subject, `ClickHouse at ${host} does not answer. Check HEDDLE_TRACES_URL.`);
  }
}

/** Checks that the port is free, or that the owner of the data folder listens on it. */
export async function checkPort(config: Config, ownAddress: string | undefined): Promise<Finding> {
  const { host, port } = config;
  const subject = "port";
  const code = await codeOfListening(host, port);
  if (code === undefined) return ok(subject, `${host}:${port} is free`);
  if (code === "EADDRINUSE" && ownAddress !== undefined && portOf(ownAddress) === port) {
    return note(subject, `${host}:${port} is in use by the server that owns the data folder.`);
  }
  return wrong(subject, listenRefusal(code, host, port));
}

/** Checks that the TLS files can be used; undefined without HTTPS. */
export async function checkTls({ tlsCert, tlsKey }: Config): Promise<Finding | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  try {
    await readTlsFiles({ certFile: tlsCert, keyFile: tlsKey });
    return ok("TLS", `${tlsCert} and its key can be read`);
  } catch (error) {
    if (error instanceof ConfigError) return wrong("TLS", error.message);
    throw error;
  }
}

function codeOfListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

function portOf(address: string): number | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

function isGlibc(): boolean {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
}
