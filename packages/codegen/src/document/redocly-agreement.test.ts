import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { workspaceSources } from "../cli/workspace.ts";
import { loadFile } from "./load.ts";

// Each test starts a child process, which is slow on a busy machine.
const root = fileURLToPath(new URL("../../../..", import.meta.url));
const folder = dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json"));

function bundledByRedocly(spec: string): string {
  const out = mkdtempSync(join(tmpdir(), "heddle-codegen-test-"));
  try {
    const file = join(out, "bundle.json");
    const args = ["bundle", spec, "--component-renaming-conflicts-severity=error", "-o", file];
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    };
    execFileSync(process.execPath, [join(folder, "bin", "cli.js"), ...args], {
      env,
      stdio: "pipe",
    });
    return readFileSync(file, "utf8");
  } finally {
    rmSync(out, { recursive: true });
  }
}

test.each(await workspaceSources(root))(
  "$service is bundled exactly as redocly bundles it",
  ({ spec }) => {
    const { document } = loadFile(spec, { naming: "refused" });
    // Compared as text: the order of names counts too, so that another bundler changes no output.
    expect(JSON.stringify(document, null, 2)).toBe(bundledByRedocly(spec));
  },
);
