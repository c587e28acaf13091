/**
 * Tests the client in browsers and workers: the same program everywhere, against the same service.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startServer } from "./testing/local-server.ts";
import { everything } from "./testing/page-program.ts";
import { serviceForPages } from "./testing/service-for-pages.ts";

const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = browsers.find((path) => existsSync(path));
// If a browser is required, a missing one fails the test; otherwise the suite's name says it.
const isRequired = process.env["HEDDLE_TEST_REQUIRE_BROWSER"] === "1";
const isLeftOut = executablePath === undefined && !isRequired;

/** Bundles the program for loading; it is in the variable `program`. */
async function bundledProgram(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "testing/page-program.ts")],
    bundle: true,
    format: "iife",
    globalName: "program",
    platform: "browser",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** Opens a page with its own origin, which has loaded the program. */
async function openPage(): Promise<Page> {
  const program = await bundledProgram();
  const site = await startServer((response, _attempt, { url }) => {
    const isScript = url === "/program.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? program : '<!doctype html><script src="/program.js"></script>');
  });
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium looks up its updater's address even with updates off; these flags stop every lookup.
    args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(site.url);
  return page;
}

describe.skipIf(isLeftOut)("in Chromium from /usr/bin", () => {
  test("a page of another origin can do everything", async () => {
    const { answer, streamsLeft } = serviceForPages();
    const { url } = await startServer(answer);
    const page = await openPage();
    expect(await page.evaluate(`program.callEverything("${url}")`)).toEqual(everything);
    await vi.waitFor(() => expect(streamsLeft()).toBe(1), 120_000);
  });

  test("a worker of a page can do everything", async () => {
    const { answer, streamsLeft } = serviceForPages();
    const { url } = await startServer(answer);
    const page = await openPage();
    const seen = await page.evaluate(`new Promise((resolve, reject) => {
      const code = "importScripts('" + location.origin + "/program.js');" +
        "program.callEverything('${url}').then(postMessage);";
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    })`);
    expect(seen).toEqual(everything);
    await vi.waitFor(() => expect(streamsLeft()).toBe(1), 120_000);
  });
});

test("a worker thread can do everything", async () => {
  const { answer, streamsLeft } = serviceForPages();
  const { url } = await startServer(answer);
  const code =
    `${await bundledProgram()}\n` +
    'const { parentPort } = require("node:worker_threads");' +
    `program.callEverything("${url}").then((seen) => parentPort.postMessage(seen));`;
  const worker = new Worker(code, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const seen = await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  expect(seen).toEqual(everything);
  await vi.waitFor(() => expect(streamsLeft()).toBe(1), 120_000);
});
