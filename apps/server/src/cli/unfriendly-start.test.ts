import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refusal, saidByBoth, UnfriendlyMachine } from "./testing/unfriendly-machine.ts";

let machine: UnfriendlyMachine;
beforeEach(() => {
  machine = new UnfriendlyMachine();
});
afterEach(() => machine.remove());

interface Case {
  readonly name: string;
  /** Prepares the case, and returns the flags besides the data folder. */
  readonly prepare: () => readonly string[];
  readonly says: RegExp;
}

function aFile(): string {
  writeFileSync(machine.path("file"), "");
  return machine.path("file");
}

const cases: readonly Case[] = [
  {
    name: "a file instead of a folder",
    prepare: () => {
      machine.dataDir = aFile();
      return [];
    },
    says: /file is not a folder\. .*--data-dir/,
  },
  {
    name: "a folder below a file",
    prepare: () => {
      machine.dataDir = join(aFile(), "data");
      return [];
    },
    says: /cannot be created: .*file is not a folder\. .*--data-dir/,
  },
  {
    name: "a folder behind a link to nothing",
    prepare: () => {
      symlinkSync(machine.path("nowhere"), machine.dataDir);
      return [];
    },
    says: /data is a link to a place that does not exist\. .*--data-dir/,
  },
  {
    name: "a folder with files of other programs",
    prepare: () => {
      mkdirSync(machine.dataDir);
      writeFileSync(machine.path("data", "holiday.jpg"), "");
      return [];
    },
    says: /has other files, such as holiday\.jpg.*--data-dir/,
  },
  {
    name: "a lock of another program",
    prepare: () => {
      mkdirSync(machine.dataDir);
      writeFileSync(machine.path("data", "lock.db"), "another program's lock ".repeat(100));
      return [];
    },
    says: /Heddle did not create its lock\.db\. .*--data-dir/,
  },
  {
    name: "blobs below a file",
    prepare: () => ["--blobs-url", `folder:${aFile()}/blobs`],
    says: /cannot be created: .*file is not a folder\. .*--blobs-url/,
  },
  {
    name: "records below a file",
    prepare: () => ["--records-url", `sqlite:${aFile()}/records.db`],
    says: /file is not a folder\. .*--records-url/,
  },
  {
    name: "a folder instead of the records",
    prepare: () => {
      mkdirSync(machine.path("records.db"));
      return ["--records-url", `sqlite:${machine.path("records.db")}`];
    },
    says: /records\.db is not a file\. .*--records-url/,
  },
  {
    name: "a file that is no certificate",
    prepare: () => ["--tls-cert", aFile(), "--tls-key", aFile()],
    says: /file \(HEDDLE_TLS_CERT\).*PEM/,
  },
  {
    name: "an address of another machine",
    prepare: () => ["--host", "192.0.2.1"],
    says: /192\.0\.2\.1:0 is not an address of this machine\. .*--host/,
  },
];

test.each(cases)("$name: one line, as doctor's, and nothing created", async ({ prepare, says }) => {
  expect(saidByBoth(await refusal(machine, ["--port", "0", ...prepare()]))).toMatch(says);
});

test("a port that is in use: not even the data folder is created", async () => {
  const taker = createServer().listen(0, "127.0.0.1");
  await once(taker, "listening");
  const { port } = taker.address() as AddressInfo;
  const said = await refusal(machine, ["--port", String(port)]);
  taker.close();
  expect(saidByBoth(said)).toMatch(/in use by another program\. .*--port/);
  expect(readdirSync(machine.folder)).toEqual([]);
});

test("starts on a restored copy, and on a folder with a disk's own lost+found", async () => {
  const startAndStop = async (dataDir: string): Promise<number | null> => {
    const heddle = machine.run(["start", "--data-dir", dataDir, "--port", "0"]);
    await heddle.listening();
    heddle.kill("SIGTERM");
    return await heddle.exited();
  };
  mkdirSync(machine.path("data", "lost+found"), { recursive: true });
  expect(await startAndStop(machine.dataDir)).toBe(0);
  cpSync(machine.dataDir, machine.path("copy"), { recursive: true });
  rmSync(machine.path("copy", "lock.db"));
  expect(await startAndStop(machine.path("copy"))).toBe(0);
});
