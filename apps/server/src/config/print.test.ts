import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { renderConfigTable } from "./print.ts";

test("docs/configuration.md lists the settings as the code has them", async () => {
  const page = new URL("../../../../docs/configuration.md", import.meta.url);
  const [, tables] =
    /<!-- settings -->\n([\s\S]*)<!-- \/settings -->/.exec(await readFile(page, "utf8")) ?? [];
  expect(tables?.trim()).toBe(renderConfigTable());
});
