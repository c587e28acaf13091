import { describe, expect, test } from "vitest";

import { percentFormat } from "./percent-format.ts";

const written = (format: string, ...values: unknown[]): string =>
  percentFormat(format, { kind: "list", values });

// The expected texts are those of CPython 3.12.
describe("a number is written as Python writes it:", () => {
  test.each<[string, number, string]>([
    ["%g", 999999.5, "1e+06"],
    ["%g", 1000000.0, "1e+06"],
    ["%g", 0.0001, "0.0001"],
    ["%.3g", 1e-5, "1e-05"],
    ["%.10g", 8.25125, "8.25125"],
    ["%G", 1e100, "1E+100"],
    ["%e", -2.5, "-2.500000e+00"],
    ["%.1e", 0.125, "1.2e-01"],
    ["%.0f", 2.5, "2"],
    ["%.2f", 1e22, "10000000000000000000000.00"],
    ["%+ d", 7, "+7"],
    ["% d", -7, "-7"],
    ["%05d", -7, "-0007"],
    ["%-6d|", 1, "1     |"],
    ["%E", 12345.678, "1.234568E+04"],
    ["%08.3f", -0.5, "-000.500"],
    ["%5.1f%%", 12.25, " 12.2%"],
    ["%f", -0, "-0.000000"],
    ["%d", -0, "0"],
    ["%g", Infinity, "inf"],
    ["%F", -Infinity, "-INF"],
    ["%.1f", Number.NaN, "nan"],
  ])("%j of %d", (format, value, text) => {
    expect(written(format, value)).toBe(text);
  });

  test("no whole number is infinite", () => {
    expect(() => written("%d", Infinity)).toThrow("cannot write Infinity as %d");
  });
});
