import { EngineError } from "../errors.ts";
import { isObject, parseJson, topLevelNames } from "./json.ts";

/** Bits of one element of each type that the format names. */
const elementBits = {
  BOOL: 8,
  U8: 8,
  I8: 8,
  F8_E5M2: 8,
  F8_E4M3: 8,
  I16: 16,
  U16: 16,
  F16: 16,
  BF16: 16,
  I32: 32,
  U32: 32,
  F32: 32,
  I64: 64,
  U64: 64,
  F64: 64,
} as const;

/** An element type of safetensors. Floats of 16 and 32 bits can be read; the others only be named. */
export type SafeTensorType = keyof typeof elementBits;

/** Where a tensor lies in its file, relative to the end of the header. */
export interface SafeTensorPlace {
  readonly dtype: SafeTensorType;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

/** What the header of a safetensors file says. */
export interface SafetensorsHeader {
  readonly tensors: ReadonlyMap<string, SafeTensorPlace>;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Bytes before the header: its length as an unsigned 64-bit integer. */
export const headerLengthBytes = 8;
/** No header is longer in the reference implementation; what says so is no safetensors file. */
const maxHeaderBytes = 100_000_000;

const metadataName = "__metadata__";

/** The bytes of an element of a type. */
export function elementBytesOf(dtype: SafeTensorType): number {
  return elementBits[dtype] / 8;
}

/**
 * The length of the header, from the first eight bytes of a file of `fileBytes`.
 * Throws `invalid` when the file is too short for it.
 */
export function headerBytesOf(start: Uint8Array, fileBytes: number, source: string): number {
  if (start.length < headerLengthBytes) {
    throw wrong(source, `it ends after ${start.length} bytes, within the length of its header`);
  }
  const headerBytes = new DataView(start.buffer, start.byteOffset).getBigUint64(0, true);
  if (headerBytes > BigInt(maxHeaderBytes)) {
    throw wrong(
      source,
      `its header would be ${headerBytes} bytes long; it is not a safetensors file`,
    );
  }
  if (headerLengthBytes + Number(headerBytes) > fileBytes) {
    throw wrong(
      source,
      `its header would be ${headerBytes} bytes long and the file has ${fileBytes} bytes; it is truncated`,
    );
  }
  return Number(headerBytes);
}

/**
 * The header of a safetensors file, checked against the rules of the format
 * (https://huggingface.co/docs/safetensors): every tensor lies within the data, has as many bytes as its shape asks
 * for, and the tensors cover the data without overlap or gap.
 * Throws `invalid`, naming file, tensor and defect.
 */
export function parseHeader(
  header: Uint8Array,
  dataBytes: number,
  source: string,
): SafetensorsHeader {
  const text = decodeUtf8(header, source);
  if (!text.startsWith("{")) throw wrong(source, "its header does not start with {");
  const document = parseJson(text, `the header of ${source}`);
  if (!isObject(document)) throw wrong(source, "its header is not an object");
  const seen = new Set<string>();
  for (const name of topLevelNames(text)) {
    if (seen.has(name)) throw wrong(source, `it names ${quote(name)} twice`);
    seen.add(name);
  }
  const tensors = new Map<string, SafeTensorPlace>();
  let metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(document)) {
    if (name === metadataName) metadata = metadataOf(value, source);
    else tensors.set(name, placeOf(value, dataBytes, `${source}, tensor ${quote(name)}`));
  }
  checkCover(tensors, dataBytes, source);
  return { tensors, metadata };
}

function decodeUtf8(header: Uint8Array, source: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(header);
  } catch (cause) {
    throw wrong(source, "its header is not UTF-8", cause);
  }
}

function metadataOf(value: unknown, source: string): Record<string, string> {
  if (!isObject(value)) throw wrong(source, `its ${metadataName} is not an object`);
  const entries: [string, string][] = [];
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== "string") {
      throw wrong(source, `${quote(name)} of its ${metadataName} is not a string`);
    }
    entries.push([name, text]);
  }
  return Object.fromEntries(entries);
}

function placeOf(value: unknown, dataBytes: number, where: string): SafeTensorPlace {
  if (!isObject(value)) throw wrong(where, "its entry is not an object");
  const { dtype, shape, data_offsets: offsets } = value;
  if (typeof dtype !== "string") throw wrong(where, "its dtype is not a string");
  if (!isKnownType(dtype)) throw wrong(where, `its dtype ${quote(dtype)} is not known`);
  if (!isCounts(shape)) throw wrong(where, "its shape is not a list of whole numbers from 0");
  if (!isCounts(offsets) || offsets.length !== 2) {
    throw wrong(where, "its data_offsets are not two whole numbers from 0");
  }
  const [begin = 0, end = 0] = offsets;
  if (begin > end) throw wrong(where, `its data ends (${end}) before it begins (${begin})`);
  if (end > dataBytes) {
    throw wrong(
      where,
      `its data ends at ${end} and the file holds ${dataBytes} bytes of data; it is truncated or out of range`,
    );
  }
  const wanted = shape.reduce((product, size) => product * size, elementBytesOf(dtype));
  if (wanted !== end - begin) {
    throw wrong(
      where,
      `its shape [${shape.join(", ")}] of ${dtype} needs ${wanted} bytes and has ${end - begin}`,
    );
  }
  return { dtype, shape, begin, end };
}

function checkCover(
  tensors: ReadonlyMap<string, SafeTensorPlace>,
  dataBytes: number,
  source: string,
): void {
  const inOrder = [...tensors].sort(
    ([, left], [, right]) => left.begin - right.begin || left.end - right.end,
  );
  let covered = 0;
  for (const [name, { begin, end }] of inOrder) {
    const where = `${source}, tensor ${quote(name)}`;
    if (begin < covered) {
      throw wrong(where, `its data begins at ${begin} and overlaps what ends at ${covered}`);
    }
    if (begin > covered) {
      throw wrong(where, `its data begins at ${begin} and leaves a gap after ${covered}`);
    }
    covered = end;
  }
  if (covered !== dataBytes) {
    throw wrong(source, `${dataBytes - covered} bytes at its end belong to no tensor`);
  }
}

function isKnownType(dtype: string): dtype is SafeTensorType {
  return Object.hasOwn(elementBits, dtype);
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}

function wrong(where: string, defect: string, cause?: unknown): EngineError {
  return new EngineError(
    "invalid",
    `${where}: ${defect}. Fetch or write the file again.`,
    cause === undefined ? {} : { cause },
  );
}

/** A name as it stands in messages: quoted, and cut where it is absurdly long. */
function quote(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}
