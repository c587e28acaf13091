import { runToEnd } from "../model/run-to-end.ts";
import { EngineError } from "../errors.ts";
import { openFile, type OpenFile } from "./open-file.ts";
import {
  elementBytesOf,
  headerBytesOf,
  headerLengthBytes,
  parseHeader,
  type SafeTensorPlace,
  type SafetensorsHeader,
} from "./safetensors-header.ts";
import { checkFloatType, convertToFloats } from "./safetensors.ts";

/** Bytes that are read at once: a whole number of elements of every type. */
const pieceBytes = 2 ** 20;

/**
 * A safetensors file on disk, read tensor by tensor and piece by piece, so that beside the place where the floats go
 * no memory is taken.
 */
export class SafetensorsFile {
  readonly path: string;
  readonly header: SafetensorsHeader;
  readonly #file: OpenFile;
  readonly #dataOffset: number;

  /** Reads and checks the header. Throws `not_found` or `invalid`. */
  constructor(path: string) {
    this.path = path;
    this.#file = openFile(path);
    try {
      const start = new Uint8Array(Math.min(headerLengthBytes, this.#file.bytes));
      this.#file.read(0, start);
      const headerBytes = headerBytesOf(start, this.#file.bytes, path);
      const header = new Uint8Array(headerBytes);
      this.#file.read(headerLengthBytes, header);
      this.#dataOffset = headerLengthBytes + headerBytes;
      this.header = parseHeader(header, this.#file.bytes - this.#dataOffset, path);
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  /**
   * The values of a tensor into `into`, which is as long. Throws `invalid` when it is not, and naming the first value
   * that is not finite; `unsupported` for a type that cannot be read.
   */
  read(name: string, into: Float32Array): void {
    runToEnd(this.reading(name, into));
  }

  /** The same with a pause after each MiB of the file; yields the bytes read since the last. */
  *reading(name: string, into: Float32Array): Generator<number, void> {
    const { dtype, label, begin, end } = this.#readable(name);
    const count = (end - begin) / elementBytesOf(dtype);
    if (count !== into.length) {
      throw new EngineError("invalid", `${label} has ${count} values; ${into.length} are wanted.`);
    }
    for (const { bytes, index } of this.#pieces(name)) {
      // Straight to where they belong: a copy into shared memory takes longer than the conversion.
      const values = into.subarray(index, index + bytes.length / elementBytesOf(dtype));
      convertToFloats(dtype, bytes, values);
      checkFinite(values, index, label);
      yield bytes.length;
    }
  }

  /** Whether a tensor has just these values; pauses as `reading` does. */
  *comparing(name: string, values: Float32Array): Generator<number, boolean> {
    const { dtype } = this.#readable(name);
    let compared = 0;
    for (const { bytes, index } of this.#pieces(name)) {
      const found = new Float32Array(bytes.length / elementBytesOf(dtype));
      convertToFloats(dtype, bytes, found);
      if (!found.every((value, offset) => value === values[index + offset])) return false;
      compared += found.length;
      yield bytes.length;
    }
    return compared === values.length;
  }

  /** What stands before the first tensor: the length of the header and the header, as they are in the file. */
  start(): Uint8Array {
    const bytes = new Uint8Array(this.#dataOffset);
    this.#file.read(0, bytes);
    return bytes;
  }

  /** The bytes of a tensor of any type in order, each piece overwritten by the next. */
  *bytesOf(name: string): Generator<Uint8Array> {
    const { begin, end } = this.#placeOf(name);
    const piece = new Uint8Array(Math.min(pieceBytes, end - begin));
    for (let offset = begin; offset < end; offset += piece.length) {
      const bytes = piece.subarray(0, end - offset);
      this.#file.read(this.#dataOffset + offset, bytes);
      yield bytes;
    }
  }

  close(): void {
    this.#file.close();
  }

  /** The same of a tensor of floats, with the index of the first value of each piece. */
  *#pieces(name: string): Generator<{ bytes: Uint8Array; index: number }> {
    const { dtype } = this.#readable(name);
    let index = 0;
    for (const bytes of this.bytesOf(name)) {
      yield { bytes, index };
      index += bytes.length / elementBytesOf(dtype);
    }
  }

  #placeOf(name: string): SafeTensorPlace {
    const place = this.header.tensors.get(name);
    if (place === undefined)
      throw new EngineError("invalid", `${this.path} has no tensor ${name}.`);
    return place;
  }

  #readable(name: string): SafeTensorPlace & { readonly label: string } {
    const place = this.#placeOf(name);
    const label = `${this.path}, tensor ${name}`;
    checkFloatType(place.dtype, label);
    return { ...place, label };
  }
}

/** Throws `invalid` for NaN and infinite values: one of them makes every number of a model NaN. */
export function checkFinite(values: Float32Array, firstIndex: number, label: string): void {
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  // One more in an exponent of ones alone carries into the sign. Without a branch in the loop it takes half the time.
  let carry = 0;
  for (let index = 0; index < bits.length; index++) {
    carry |= (bits[index]! & 0x7fffffff) + 0x00800000;
  }
  if (carry >= 0) return;
  const index = values.findIndex((value) => !Number.isFinite(value));
  throw new EngineError(
    "invalid",
    `${label}: value ${firstIndex + index} is ${values[index]}. The weights are damaged; fetch or train them again.`,
  );
}
