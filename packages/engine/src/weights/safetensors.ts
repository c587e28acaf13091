import { EngineError } from "../errors.ts";
import {
  bfloat16ToFloats,
  float16ToFloats,
  floatsToBfloat16,
  floatsToFloat16,
} from "./float-formats.ts";
import {
  elementBytesOf,
  headerBytesOf,
  headerLengthBytes,
  parseHeader,
  type SafeTensorType,
} from "./safetensors-header.ts";

export type { SafeTensorType } from "./safetensors-header.ts";

/** A tensor as it lies in a file. */
export interface SafeTensor {
  readonly dtype: SafeTensorType;
  readonly shape: readonly number[];
  /** A view of the file, which need not be aligned. */
  readonly bytes: Uint8Array;
}

/** A tensor to be written: its values and the type they are rounded to. */
export interface FloatTensor {
  readonly dtype: "F32" | "F16" | "BF16";
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** What a safetensors file holds. */
export interface Safetensors {
  readonly tensors: ReadonlyMap<string, SafeTensor>;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * The tensors of a safetensors file that lies in memory; they are views of `file`.
 * `source` is the name of the file in messages. Throws `invalid` naming file, tensor and defect.
 */
export function readSafetensors(file: Uint8Array, source: string): Safetensors {
  const headerBytes = headerBytesOf(file.subarray(0, headerLengthBytes), file.length, source);
  const data = file.subarray(headerLengthBytes + headerBytes);
  const header = parseHeader(
    file.subarray(headerLengthBytes, headerLengthBytes + headerBytes),
    data.length,
    source,
  );
  const tensors = new Map<string, SafeTensor>();
  for (const [name, { dtype, shape, begin, end }] of header.tensors) {
    tensors.set(name, { dtype, shape, bytes: data.subarray(begin, end) });
  }
  return { tensors, metadata: header.metadata };
}

/**
 * The values of a tensor as floats [count]. `label` is the tensor's name in messages.
 * Throws `unsupported` for a type other than F32, F16 and BF16, `invalid` when `into` is not as long as the tensor.
 */
export function toFloats(tensor: SafeTensor, into: Float32Array, label = "A tensor"): void {
  const count = tensor.bytes.length / elementBytesOf(checkFloatType(tensor.dtype, label));
  if (count !== into.length) {
    throw new EngineError(
      "invalid",
      `${label} has ${count} values, shape [${tensor.shape.join(", ")}]; ${into.length} are wanted.`,
    );
  }
  convertToFloats(tensor.dtype, tensor.bytes, into);
}

/** The type itself when its values can be read. Throws `unsupported` otherwise. */
export function checkFloatType(dtype: SafeTensorType, label: string): FloatTensor["dtype"] {
  if (dtype === "F32" || dtype === "F16" || dtype === "BF16") return dtype;
  throw new EngineError(
    "unsupported",
    `${label} is stored as ${dtype}; weights are read from F32, F16 and BF16. Convert it to one of them.`,
  );
}

/** Bytes of a readable type as floats; `bytes` holds exactly the elements of `into` and need not be aligned. */
export function convertToFloats(
  dtype: SafeTensorType,
  bytes: Uint8Array,
  into: Float32Array,
): void {
  if (dtype === "F32") {
    new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(bytes);
    return;
  }
  const isAligned = bytes.byteOffset % 2 === 0;
  const aligned = isAligned ? bytes : new Uint8Array(bytes);
  const patterns = new Uint16Array(aligned.buffer, aligned.byteOffset, into.length);
  if (dtype === "BF16") bfloat16ToFloats(patterns, into);
  else float16ToFloats(patterns, into);
}

/**
 * A safetensors file with these tensors. Wider types come first, so that every tensor lies aligned; among equals the
 * given order stays, so that equal input gives equal bytes. The default metadata is what readers of PyTorch ask for.
 * Throws `invalid` for a name given twice or values that do not fill their shape.
 */
export function writeSafetensors(
  tensors: Iterable<readonly [string, FloatTensor]>,
  metadata: Readonly<Record<string, string>> = { format: "pt" },
): Uint8Array {
  const ordered = [...tensors].sort(
    ([, left], [, right]) => elementBytesOf(right.dtype) - elementBytesOf(left.dtype),
  );
  const entries = new Map<string, unknown>([["__metadata__", metadata]]);
  let dataBytes = 0;
  for (const [name, { dtype, shape, values }] of ordered) {
    if (entries.has(name)) throw new EngineError("invalid", `Tensor ${name} is given twice.`);
    const count = shape.reduce((product, size) => product * size, 1);
    if (count !== values.length) {
      throw new EngineError(
        "invalid",
        `Tensor ${name} of shape [${shape.join(", ")}] needs ${count} values and has ${values.length}.`,
      );
    }
    const end = dataBytes + count * elementBytesOf(dtype);
    entries.set(name, { dtype, shape, data_offsets: [dataBytes, end] });
    dataBytes = end;
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const headerBytes = Math.ceil(json.length / 8) * 8;
  const file = new Uint8Array(headerLengthBytes + headerBytes + dataBytes);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerBytes), true);
  file.fill(0x20, headerLengthBytes, headerLengthBytes + headerBytes);
  file.set(json, headerLengthBytes);
  let offset = headerLengthBytes + headerBytes;
  for (const [, tensor] of ordered) {
    writeValues(tensor, file, offset);
    offset += tensor.values.length * elementBytesOf(tensor.dtype);
  }
  return file;
}

/** Floats as they lie in a file: rounded to the type, to nearest, ties to even. */
export function bytesOfFloats(dtype: FloatTensor["dtype"], values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(values.length * elementBytesOf(dtype));
  writeValues({ dtype, values }, bytes, 0);
  return bytes;
}

function writeValues(
  { dtype, values }: Pick<FloatTensor, "dtype" | "values">,
  file: Uint8Array,
  offset: number,
): void {
  if (dtype === "F32") {
    file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), offset);
    return;
  }
  const patterns = new Uint16Array(file.buffer, offset, values.length);
  if (dtype === "BF16") floatsToBfloat16(values, patterns);
  else floatsToFloat16(values, patterns);
}
