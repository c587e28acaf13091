import { expect, test } from "vitest";
import { heddleCommand } from "./heddle-command.ts";

test.each([
  ["a clone", "file:///home/ada/heddle/apps/server/src/x.ts", "npm run heddle -- keys create"],
  [
    "a project that has the package",
    "file:///home/ada/shop/node_modules/@heddle/server/dist/x.js",
    "npx @heddle/server keys create",
  ],
  [
    "a project of pnpm",
    "file:///home/ada/shop/node_modules/.pnpm/h@1/node_modules/@heddle/server/dist/x.js",
    "npx @heddle/server keys create",
  ],
  [
    "npx without a project",
    "file:///home/ada/.npm/_npx/1f2e/node_modules/@heddle/server/dist/x.js",
    "npx @heddle/server keys create",
  ],
  [
    "a package for the whole machine",
    "file:///usr/local/lib/node_modules/@heddle/server/dist/x.js",
    "heddle keys create",
  ],
  [
    "another project",
    "file:///home/ada/sho/node_modules/@heddle/server/dist/x.js",
    "heddle keys create",
  ],
])("in %s", (_where, module, command) => {
  expect(heddleCommand("keys create", module, "/home/ada/shop")).toBe(command);
});

test("these tests run in a clone", () => {
  expect(heddleCommand("doctor")).toBe("npm run heddle -- doctor");
});
