import { expect, test } from "vitest";
import { compileKernels } from "./kernel-module.ts";
import { rangeKernels } from "./kernels.ts";

test.each([{ forcePlain: true }, { forcePlain: false }])(
  "the module exports the kernels that callers know, and no others ($forcePlain)",
  (options) => {
    const { module } = compileKernels(options);
    expect(
      WebAssembly.Module.exports(module)
        .map(({ name }) => name)
        .toSorted(),
    ).toStrictEqual([...rangeKernels, "setScratch", "sumOfSquares"].toSorted());
  },
);

test("the fused variant is taken where it runs, and can be declined", () => {
  expect(compileKernels({ forcePlain: true }).usesRelaxedSimd).toBe(false);
  const hasRelaxedSimd = Number(process.versions.node.split(".")[0]) >= 22;
  expect(compileKernels().usesRelaxedSimd).toBe(hasRelaxedSimd);
});
