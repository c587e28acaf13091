import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { silentLog } from "../testing/silent-log.ts";
import { protocolSuite } from "./testing/protocol-suite.ts";
import { Supervisor } from "./supervisor.ts";

describe("the embedded engine", () => {
  protocolSuite(async () => {
    const path = await mkdtemp(join(tmpdir(), "heddle-protocol-"));
    const supervisor = await Supervisor.start({ path, memoryBytes: 7e8, log: silentLog });
    const close = async (): Promise<void> => {
      await supervisor.close();
      await rm(path, { recursive: true });
    };
    return { url: "http://engine", socketPath: supervisor.socketPath, close };
  });
});

const clickhouse = process.env["HEDDLE_TEST_CLICKHOUSE"];

describe.skipIf(clickhouse === undefined)("a ClickHouse", () => {
  protocolSuite(async () => ({ url: clickhouse ?? "" }));
});
