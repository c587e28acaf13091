import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { EngineError } from "../errors.ts";
import { type FloatTensor, readSafetensors, toFloats, writeSafetensors } from "./safetensors.ts";

const source = "weights.safetensors";

/** A file with a header as it is given, and so many bytes of data. */
function fileOf(header: unknown, dataBytes = 0): Uint8Array {
  const text = typeof header === "string" ? header : JSON.stringify(header);
  const json = new TextEncoder().encode(text);
  const file = new Uint8Array(8 + json.length + dataBytes);
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
  file.set(json, 8);
  return file;
}

function tensor(begin: number, end: number, others: object = {}): object {
  return { dtype: "F32", shape: [(end - begin) / 4], data_offsets: [begin, end], ...others };
}

function failure(action: () => unknown): EngineError {
  try {
    action();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error("It did not fail.");
}

describe("a round trip", () => {
  const anyTensor = fc.record({
    dtype: fc.constantFrom("F32" as const, "F16" as const, "BF16" as const),
    shape: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
  });

  test("gives names, shapes, metadata and values back, whatever they are", () => {
    const names = fc.dictionary(
      fc.string().filter((name) => name !== "__metadata__"),
      anyTensor,
    );
    const metadata = fc.dictionary(fc.string(), fc.string());
    fc.assert(
      fc.property(names, metadata, (tensors, metadata) => {
        const written = Object.entries(tensors).map(
          ([name, { dtype, shape }], place): [string, FloatTensor] => {
            const count = shape.reduce((product, size) => product * size, 1);
            const values = Float32Array.from({ length: count }, (_, index) => index / 4 - place);
            return [name, { dtype, shape, values }];
          },
        );
        const read = readSafetensors(writeSafetensors(written, metadata), source);
        expect({ ...read.metadata }).toEqual({ ...metadata });
        expect(read.tensors.size).toBe(written.length);
        for (const [name, { dtype, shape, values }] of written) {
          const found = read.tensors.get(name)!;
          const floats = new Float32Array(values.length);
          toFloats(found, floats);
          expect([found.dtype, found.shape, floats]).toEqual([dtype, shape, values]);
        }
      }),
    );
  });

  test("reads from a view that is not aligned", () => {
    const values = Float32Array.of(1.5, -2);
    for (const dtype of ["F32", "F16", "BF16"] as const) {
      const file = writeSafetensors([["a", { dtype, shape: [2], values }]]);
      const shifted = new Uint8Array(file.length + 1);
      shifted.set(file, 1);
      const found = new Float32Array(2);
      toFloats(readSafetensors(shifted.subarray(1), source).tensors.get("a")!, found);
      expect(found).toEqual(values);
    }
  });

  test("lays every tensor aligned to its type and the data to eight bytes", () => {
    const values = new Float32Array(3);
    const file = writeSafetensors([
      ["half", { dtype: "F16", shape: [3], values }],
      ["full", { dtype: "F32", shape: [3], values }],
    ]);
    const { tensors } = readSafetensors(file, source);
    expect(tensors.get("full")!.bytes.byteOffset % 8).toBe(0);
    expect(tensors.get("half")!.bytes.byteOffset % 2).toBe(0);
  });
});

describe("writing refuses", () => {
  const values = new Float32Array(2);

  test("a name that is given twice", () => {
    const entry = ["a", { dtype: "F32", shape: [2], values }] as const;
    expect(failure(() => writeSafetensors([entry, entry])).message).toMatch(/a is given twice/u);
  });

  test("values that do not fill the shape", () => {
    const entry = ["a", { dtype: "F32", shape: [2, 2], values }] as const;
    expect(failure(() => writeSafetensors([entry])).message).toMatch(
      /\[2, 2\] needs 4 values and has 2/u,
    );
  });
});

describe("reading refuses, by file, tensor and defect,", () => {
  test.each<[string, Uint8Array, RegExp]>([
    ["an empty file", new Uint8Array(0), /ends after 0 bytes/u],
    ["a file within the header's length", new Uint8Array(7), /ends after 7 bytes/u],
    [
      "a header longer than the file",
      fileOf({}).subarray(0, 9),
      /header would be 2 bytes.*has 9.*truncated/u,
    ],
    ["an absurd header length", new Uint8Array(16).fill(255), /not a safetensors file/u],
    ["a header that is a list", fileOf("[]"), /does not start with \{/u],
    ["a header that is no JSON", fileOf("{nope}"), /header of weights\.safetensors is not JSON/u],
    [
      "a header that is no UTF-8",
      Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0xff, 0x7d),
      /not UTF-8/u,
    ],
    ["a name twice", fileOf('{"a":{"x":1},"b":[{"a":2}],"\\u0061":{}}'), /names "a" twice/u],
    ["metadata that is a list", fileOf({ __metadata__: [] }), /__metadata__ is not an object/u],
    [
      "metadata with a number",
      fileOf({ __metadata__: { n: 1 } }),
      /"n" of its __metadata__ is not a string/u,
    ],
    ["an entry that is no object", fileOf({ a: 1 }), /tensor "a": its entry/u],
    ["no type", fileOf({ a: tensor(0, 4, { dtype: 1 }) }, 4), /"a": its dtype is not a string/u],
    [
      "an unknown type",
      fileOf({ a: tensor(0, 4, { dtype: "F13" }) }, 4),
      /dtype "F13" is not known/u,
    ],
    [
      "a type named as what all objects have",
      fileOf({ a: tensor(0, 4, { dtype: "toString" }) }, 4),
      /"toString" is not known/u,
    ],
    [
      "a shape with a fraction",
      fileOf({ a: tensor(0, 4, { shape: [0.5] }) }, 4),
      /shape is not a list/u,
    ],
    ["a shape below 0", fileOf({ a: tensor(0, 4, { shape: [-1] }) }, 4), /shape is not a list/u],
    ["no shape", fileOf({ a: { dtype: "F32", data_offsets: [0, 4] } }, 4), /shape is not a list/u],
    [
      "three offsets",
      fileOf({ a: tensor(0, 4, { data_offsets: [0, 2, 4] }) }, 4),
      /not two whole numbers/u,
    ],
    [
      "offsets below 0",
      fileOf({ a: tensor(0, 4, { data_offsets: [-4, 0] }) }, 4),
      /not two whole numbers/u,
    ],
    [
      "an end before the begin",
      fileOf({ a: tensor(0, 4, { data_offsets: [4, 0] }) }, 4),
      /ends \(0\) before it begins \(4\)/u,
    ],
    [
      "an end outside the file",
      fileOf({ a: tensor(0, 8) }, 4),
      /"a": its data ends at 8 and the file holds 4/u,
    ],
    [
      "a shape that does not fill its bytes",
      fileOf({ a: tensor(0, 8, { shape: [3] }) }, 8),
      /\[3\] of F32 needs 12 bytes and has 8/u,
    ],
    [
      "a shape of more than can be counted",
      fileOf({ a: tensor(0, 8, { shape: [2 ** 52, 2 ** 52] }) }, 8),
      /needs 8\.\d+e\+31 bytes and has 8/u,
    ],
    [
      "an overlap",
      fileOf({ a: tensor(0, 8), b: tensor(4, 12) }, 12),
      /"b": its data begins at 4 and overlaps/u,
    ],
    [
      "a gap",
      fileOf({ a: tensor(0, 4), b: tensor(8, 12) }, 12),
      /"b": its data begins at 8 and leaves a gap after 4/u,
    ],
    ["bytes at the end", fileOf({ a: tensor(0, 4) }, 8), /4 bytes at its end belong to no tensor/u],
  ])("%s", (_, file, message) => {
    const error = failure(() => readSafetensors(file, source));
    expect(error.kind).toBe("invalid");
    expect(error.message).toMatch(message);
    expect(error.message).toContain(source);
  });

  test("values of a type that is no weight's", () => {
    const file = fileOf({ a: { dtype: "I64", shape: [1], data_offsets: [0, 8] } }, 8);
    const found = readSafetensors(file, source).tensors.get("a")!;
    const error = failure(() => toFloats(found, new Float32Array(1), "Tensor a"));
    expect(error.kind).toBe("unsupported");
    expect(error.message).toMatch(/Tensor a is stored as I64/u);
  });

  test("values of another number than is wanted", () => {
    const file = writeSafetensors([
      ["a", { dtype: "F16", shape: [2], values: new Float32Array(2) }],
    ]);
    const found = readSafetensors(file, source).tensors.get("a")!;
    expect(failure(() => toFloats(found, new Float32Array(3))).message).toMatch(
      /2 values.*3 are wanted/u,
    );
  });

  const whole = writeSafetensors([
    ["a", { dtype: "F32", shape: [2, 2], values: new Float32Array(4) }],
    ["b", { dtype: "BF16", shape: [3], values: new Float32Array(3) }],
  ]);

  test("every part of a file that begins at its beginning", () => {
    for (let length = 0; length < whole.length; length++) {
      const error = failure(() => readSafetensors(whole.subarray(0, length), source));
      expect(error.kind, `${length} bytes`).toBe("invalid");
    }
  });

  test("whatever is done to its bytes, or reads it, and never fails otherwise", () => {
    const change = fc.record({
      place: fc.nat(whole.length - 1),
      byte: fc.oneof(fc.nat(255), fc.constantFrom(0x22, 0x2c, 0x30, 0x39, 0x5b, 0x5c, 0x7b, 0x7d)),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const file = whole.slice();
        for (const { place, byte } of changes) file[place] = byte;
        expect(readsOrRefuses(file)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test("whatever stands in its header, or reads it, and never fails otherwise", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(64), (json, bytes) => {
        expect(readsOrRefuses(fileOf(json, bytes))).toBe(true);
      }),
    );
    fc.assert(fc.property(fc.uint8Array(), readsOrRefuses));
  });
});

/** False when it fails with something else than an EngineError. */
function readsOrRefuses(file: Uint8Array): boolean {
  try {
    readSafetensors(file, source);
    return true;
  } catch (error) {
    return error instanceof EngineError;
  }
}
