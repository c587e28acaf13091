/**
 * Creates a new, unique key for one call and all its attempts.
 *
 * `randomUUID` is not used, because browsers have it on secure pages only.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
