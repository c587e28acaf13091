/** RFC 9562 §5.7. Random enough for measurements, and cheap compared with the measured work. */
export function uuidV7(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
}

function hex(digits: number): string {
  const number = Math.floor(Math.random() * 16 ** digits);
  return number.toString(16).padStart(digits, "0");
}
