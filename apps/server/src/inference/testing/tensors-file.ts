/** A tensor to write: its name, its shape, and values drawn for it. */
export type DrawnTensor = readonly [name: string, shape: readonly number[]];

/** Bytes of a safetensors file of F32 with random values around 0, the same for the same seed. */
export function tensorsFile(tensors: readonly DrawnTensor[], seed: number): Uint8Array {
  const header: Record<string, unknown> = {};
  let count = 0;
  for (const [name, shape] of tensors) {
    const length = shape.reduce((product, size) => product * size, 1);
    header[name] = { dtype: "F32", shape, data_offsets: [count * 4, (count + length) * 4] };
    count += length;
  }
  const text = JSON.stringify(header);
  const json = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const file = new Uint8Array(8 + json.length + count * 4);
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
  file.set(json, 8);
  const values = new Float32Array(file.buffer, 8 + json.length, count);
  let state = seed >>> 0;
  for (let at = 0; at < count; at += 1) {
    // Numerical Recipes' generator: any spread will do for weights that nobody has trained.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[at] = (state / 2 ** 32 - 0.5) / 5;
  }
  return file;
}
