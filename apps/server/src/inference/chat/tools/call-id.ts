import { randomInt } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const length = 24;

/** A new id for a call: `call_` and 24 characters of A–Z, a–z, 0–9 (143 random bits). */
export function newCallId(): string {
  return `call_${Array.from({ length }, () => letters[randomInt(letters.length)]).join("")}`;
}
