import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LocalKey } from "../access/first-key.ts";
import { banner, type BannerFacts } from "./banner.ts";

const facts: BannerFacts = {
  version: "1.2.3",
  url: "http://127.0.0.1:4777",
  publicUrl: "https://heddle.example",
  dataDir: "/data",
  key: undefined,
  isOpen: false,
  mapped: [],
};

/** The environment of a shell after the lines were pasted into it. */
function pasted(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.startsWith("export "));
  const names = [
    "WANDB_API_KEY",
    "WF_TRACE_SERVER_URL",
    "WANDB_BASE_URL",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
  ];
  const script = `${lines.join("\n")}\nprintf '%s\\n' ${names.map((name) => `"$${name}"`).join(" ")}`;
  const values = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\n");
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
}

test("a new key is shown, and its lines work in a shell", () => {
  const key: LocalKey = { key: "k".repeat(43), file: "/data/api-key", isNew: true };
  const text = banner({ ...facts, key });
  expect(text).toContain("listening on http://127.0.0.1:4777");
  expect(pasted(text)).toEqual({
    WANDB_API_KEY: key.key,
    WF_TRACE_SERVER_URL: "https://heddle.example/traces",
    WANDB_BASE_URL: "https://heddle.example",
    OPENAI_API_KEY: key.key,
    OPENAI_BASE_URL: "https://heddle.example/v1",
  });
});

test("an older key is read from its file, also if the folder's name needs quotes", () => {
  const folder = mkdtempSync(join(tmpdir(), "it's $HOME "));
  try {
    const file = join(folder, "api-key");
    writeFileSync(file, "from-the-file\n");
    const text = banner({ ...facts, key: { key: "not-shown", file, isNew: false } });
    expect(text).not.toContain("not-shown");
    expect(pasted(text)["WANDB_API_KEY"]).toBe("from-the-file");
    expect(pasted(text)["OPENAI_API_KEY"]).toBe("from-the-file");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("with keys off, SDKs get a key that they accept", () => {
  const text = banner({ ...facts, isOpen: true });
  expect(text).toContain("Keys are off");
  expect(pasted(text)["WANDB_API_KEY"]).toMatch(/^[\w-]{40,}$/);
});

test("shows how to create a key if the users have created their own", () => {
  expect(banner(facts)).toContain("npm run heddle -- keys create");
});

test("says which names stand for other models", () => {
  const mapped = [{ name: "gpt-4o", standsFor: "heddle/loom" }];
  expect(banner({ ...facts, mapped })).toContain("The model gpt-4o is heddle/loom here.");
});

test("the releases of the ART client are those of its example and of its page", () => {
  const read = (path: string): string =>
    readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
  const packages = read("examples/art/requirements.txt").trim().split("\n").join(" ");
  expect(banner(facts)).toContain(`pip install ${packages}\n`);
  expect(read("docs/art.md")).toContain(`pip install ${packages}\n`);
});
