import { describe, expect, test } from "vitest";
import { type Config, ConfigError, loadConfig, settingFlags } from "./config.ts";
import { isLoopback } from "./loopback.ts";
import { renderConfigTable, renderSettingsHelp } from "./print.ts";

function load(
  env: Record<string, string> = {},
  flags: Record<string, string | undefined> = {},
): Config {
  return loadConfig({ env, flags, cwd: "/srv" });
}

describe("sources", () => {
  test("without flags and variables, every setting has its default", () => {
    expect(load()).toEqual({
      host: "127.0.0.1",
      port: 4777,
      dataDir: "/srv/.heddle",
      recordsFile: "/srv/.heddle/records.db",
      tracesUrl: undefined,
      blobsFolder: "/srv/.heddle/blobs",
      log: "info",
      auth: "on",
      corsOrigins: [],
      tlsCert: undefined,
      tlsKey: undefined,
      trustedProxies: [],
      publicUrl: undefined,
      engineMemoryBytes: 2 * 1024 ** 3,
      engineThreads: undefined,
      models: [],
      modelsMarkingCalls: [],
      modelsAtStart: [],
      trainingDataFolders: [],
      trainingDataPrivate: "off",
      pendingArtifactDays: 7,
      traceTrajectories: "on",
      limits: {
        bodyBytes: 32 * 1024 ** 2,
        trajectoryBytes: 128 * 1024 ** 2,
        fileBytes: 1024 ** 3,
        bodyBytesPerS: 1024,
        bodiesBytes: 512 * 1024 ** 2,
        answersBytes: 512 * 1024 ** 2,
        jsonDepth: 200,
        jsonMembers: 1_000_000,
        concurrency: 1024,
        requestS: 600,
        chatStreamS: 3600,
        queryS: 60,
        queueBytes: 256 * 1024 ** 2,
      },
    });
  });

  test("a flag wins over a variable", () => {
    expect(load({ HEDDLE_PORT: "1" }, { port: "2" }).port).toBe(2);
    expect(load({ HEDDLE_PORT: "1" }, { port: undefined }).port).toBe(1);
  });

  test("an empty variable counts as not given; an empty flag is a mistake", () => {
    expect(load({ HEDDLE_PORT: "", HEDDLE_RECORDS_URL: "" })).toEqual(load());
    expect(() => load({}, { port: "" })).toThrow('--port is "", which is not a whole number');
  });

  test("ignores variables of other programs", () => {
    expect(load({ PATH: "x", HEDDLE_TEST_CLICKHOUSE: "y", HEDDLER: "z" })).toEqual(load());
  });

  test("accepts the variables of clients, which may run in the same shell", () => {
    const ofClients = { HEDDLE_API_KEY: "k", HEDDLE_BASE_URL: "http://h", HEDDLE_PROJECT: "a/b" };
    expect(load(ofClients)).toEqual(load());
  });
});

describe("values", () => {
  test.each<[Record<string, string>, Partial<Config>]>([
    [{ HEDDLE_HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
    [{ HEDDLE_HOST: "::1" }, { host: "::1" }],
    [{ HEDDLE_HOST: "heddle.internal" }, { host: "heddle.internal" }],
    [{ HEDDLE_PORT: "0" }, { port: 0 }],
    [{ HEDDLE_RECORDS_URL: "sqlite:db/r.db" }, { recordsFile: "/srv/db/r.db" }],
    [{ HEDDLE_RECORDS_URL: "sqlite:/db/r.db" }, { recordsFile: "/db/r.db" }],
    [{ HEDDLE_RECORDS_URL: "sqlite:///db/r.db" }, { recordsFile: "/db/r.db" }],
    [{ HEDDLE_BLOBS_URL: "folder:/mnt/blobs" }, { blobsFolder: "/mnt/blobs" }],
    [{ HEDDLE_TRACES_URL: "http://u:p@ch:8123/" }, { tracesUrl: "http://u:p@ch:8123" }],
    [{ HEDDLE_PUBLIC_URL: "https://x.org/heddle/" }, { publicUrl: "https://x.org/heddle" }],
    [
      { HEDDLE_CORS_ORIGINS: "https://a.org, http://localhost:3000" },
      { corsOrigins: ["https://a.org", "http://localhost:3000"] },
    ],
    [{ HEDDLE_CORS_ORIGINS: "*" }, { corsOrigins: ["*"] }],
    [
      { HEDDLE_TRUSTED_PROXIES: "10.0.0.0/8,fd00::/8,127.0.0.1" },
      { trustedProxies: ["10.0.0.0/8", "fd00::/8", "127.0.0.1"] },
    ],
    [
      { HEDDLE_TLS_CERT: "c.pem", HEDDLE_TLS_KEY: "k.pem" },
      { tlsCert: "/srv/c.pem", tlsKey: "/srv/k.pem" },
    ],
    [{ HEDDLE_AUTH: "off", HEDDLE_HOST: "127.1.2.3" }, { auth: "off" }],
  ])("%j", (env, expected) => {
    expect(load(env)).toMatchObject(expected);
  });

  test.each([
    ["32MiB", 32 * 1024 ** 2],
    ["512 KiB", 512 * 1024],
    ["1GiB", 1024 ** 3],
    ["2000", 2000],
  ])("a size of %s", (text, bytes) => {
    expect(load({ HEDDLE_LIMIT_BODY: text }).limits.bodyBytes).toBe(bytes);
  });
});

describe("a wrong setting is refused in one line that names it", () => {
  test.each<[Record<string, string>, string]>([
    [{ HEDDLE_PORT: "80a" }, 'HEDDLE_PORT is "80a", which is not a whole number from 0 to 65535.'],
    [{ HEDDLE_PORT: "-1" }, "HEDDLE_PORT"],
    [{ HEDDLE_PORT: "65536" }, "HEDDLE_PORT"],
    [{ HEDDLE_PORT: "4777.5" }, "HEDDLE_PORT"],
    [{ HEDDLE_HOST: "http://localhost" }, "HEDDLE_HOST"],
    [{ HEDDLE_HOST: "1.2.3" }, "HEDDLE_HOST"],
    [{ HEDDLE_HOST: "localhost:80" }, "HEDDLE_HOST"],
    [{ HEDDLE_LOG: "loud" }, "one of debug, info, warn, error, silent"],
    [{ HEDDLE_AUTH: "no" }, "HEDDLE_AUTH"],
    [{ HEDDLE_LIMIT_BODY: "32MB" }, "HEDDLE_LIMIT_BODY"],
    [{ HEDDLE_LIMIT_BODY: "10" }, "1024 or more"],
    [{ HEDDLE_CORS_ORIGINS: "https://a.org/path" }, "HEDDLE_CORS_ORIGINS"],
    [{ HEDDLE_CORS_ORIGINS: "https://a.org,," }, "HEDDLE_CORS_ORIGINS"],
    [{ HEDDLE_TRUSTED_PROXIES: "10.0.0.0/33" }, "HEDDLE_TRUSTED_PROXIES"],
    [{ HEDDLE_TRUSTED_PROXIES: "proxy.org" }, "HEDDLE_TRUSTED_PROXIES"],
    [{ HEDDLE_TRACES_URL: "clickhouse:9000" }, "HEDDLE_TRACES_URL has a value that is not"],
    [{ HEDDLE_RECORDS_URL: "postgres://u:p@h/db" }, "PostgreSQL is not built yet"],
    [{ HEDDLE_RECORDS_URL: "mysql://h/db" }, "HEDDLE_RECORDS_URL has a value that is not sqlite:"],
    [{ HEDDLE_BLOBS_URL: "s3://bucket" }, "S3 is not built yet"],
    [{ HEDDLE_PROT: "1" }, "HEDDLE_PROT is not a setting. Did you mean HEDDLE_PORT?"],
    [{ HEDDLE_SOMETHING_ELSE: "" }, "HEDDLE_SOMETHING_ELSE is not a setting."],
    [{ HEDDLE_AUTH: "off", HEDDLE_HOST: "0.0.0.0" }, "only allowed on loopback"],
    [{ HEDDLE_AUTH: "off", HEDDLE_HOST: "::" }, "only allowed on loopback"],
    [{ HEDDLE_TLS_CERT: "c.pem" }, "HEDDLE_TLS_KEY is missing"],
    [{ HEDDLE_TLS_KEY: "k.pem" }, "HEDDLE_TLS_CERT is missing"],
  ])("%j", (env, message) => {
    let error: unknown;
    try {
      load(env);
    } catch (e) {
      error = e;
    }
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toMatch(/\n|u:p/);
  });
});

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["localhost", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.0.1", false],
  ["localhost.example.com", false],
])("%s is loopback: %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test("the help and the docs name every setting", () => {
  for (const flag of settingFlags) {
    expect(renderSettingsHelp()).toContain(`--${flag} `);
    expect(renderConfigTable()).toContain(`\`--${flag}\``);
  }
  for (const line of renderConfigTable()
    .split("\n")
    .filter((line) => line.startsWith("| `"))) {
    expect(line.replaceAll("\\|", "").split("|")).toHaveLength(7);
  }
});
