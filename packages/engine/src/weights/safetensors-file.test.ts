import { truncateSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { SafetensorsFile } from "./safetensors-file.ts";
import { writeSafetensors } from "./safetensors.ts";
import { writtenFolder } from "./testing/written-folder.ts";

const count = 700_000;
const values = Float32Array.from({ length: count }, (_, index) => index - count / 2);
const whole = writeSafetensors([
  ["first", { dtype: "F32", shape: [3], values: values.subarray(0, 3) }],
  ["second", { dtype: "F32", shape: [count], values }],
]);

test("a tensor of several pieces is read whole, and another beside it", () => {
  using folder = writtenFolder({ file: whole });
  const file = new SafetensorsFile(join(folder.path, "file"));
  const found = new Float32Array(count);
  file.read("second", found);
  expect(found).toEqual(values);
  const few = new Float32Array(3);
  file.read("first", few);
  expect(few).toEqual(values.subarray(0, 3));
  file.close();
});

test("a file that is cut while it is open fails by name, and does not give old bytes", () => {
  using folder = writtenFolder({ file: whole });
  const path = join(folder.path, "file");
  const file = new SafetensorsFile(path);
  truncateSync(path, whole.length - 4);
  expect(() => file.read("second", new Float32Array(count))).toThrow(
    expect.objectContaining({
      kind: "invalid",
      message: expect.stringMatching(/file ends at \d+, within its data/u),
    }),
  );
  file.close();
});

test("a value in a later piece that is not finite is named by its place in the tensor", () => {
  const damaged = whole.slice();
  new DataView(damaged.buffer).setUint32(whole.length - 8, 0x7fc00000, true);
  using folder = writtenFolder({ file: damaged });
  const file = new SafetensorsFile(join(folder.path, "file"));
  expect(() => file.read("second", new Float32Array(count))).toThrow(
    `tensor second: value ${count - 2} is NaN`,
  );
  file.close();
});

test("a tensor of another length than is wanted is refused", () => {
  using folder = writtenFolder({ file: whole });
  const file = new SafetensorsFile(join(folder.path, "file"));
  expect(() => file.read("first", new Float32Array(2))).toThrow(/has 3 values; 2 are wanted/u);
  expect(() => file.read("first", new Float32Array(4))).toThrow(/has 3 values; 4 are wanted/u);
  file.close();
});

test("a tensor that is not in the file is named", () => {
  using folder = writtenFolder({ file: whole });
  const file = new SafetensorsFile(join(folder.path, "file"));
  expect(() => file.read("third", new Float32Array(1))).toThrow(/has no tensor third/u);
  file.close();
});
