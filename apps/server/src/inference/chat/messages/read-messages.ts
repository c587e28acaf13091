import type { Inference } from "@heddle/types";

/**
 * Messages as chat templates read them: one text for each content, arguments of calls as objects,
 * reasoning under both of its names.
 *
 * @throws InvalidParameter for parts that a text model cannot read, by name
 */
export function readMessages(
  _messages: readonly Inference.ChatMessage[],
): Readonly<Record<string, unknown>>[] {
  throw new Error("readMessages is not written yet.");
}
