/**
 * A key that nobody has used, for one call and all its attempts.
 *
 * Not `randomUUID`, which browsers have on secure pages only.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
