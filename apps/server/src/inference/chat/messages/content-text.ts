import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";

/** Parts that are text, and the member that has it. */
const texts: ReadonlyMap<unknown, string> = new Map([
  ["text", "text"],
  ["input_text", "text"],
  ["output_text", "text"],
  ["refusal", "refusal"],
  ["thinking", "thinking"],
]);

/** Parts that no text model reads, and what they hold. */
const media: ReadonlyMap<unknown, string> = new Map([
  ["image_url", "a picture"],
  ["input_image", "a picture"],
  ["image_embeds", "a picture"],
  ["input_audio", "sound"],
  ["audio_url", "sound"],
  ["audio_embeds", "sound"],
  ["video_url", "moving pictures"],
  ["file", "a file"],
  ["prompt_embeds", "a prompt as numbers"],
]);

/** Media may come without a `type`. */
const bareForms = ["image_url", "audio_url", "video_url"] as const;

const maxQuoted = 200;

/**
 * The text of a message's content. Parts are joined by newlines, as vLLM does for templates that take
 * one text; those that are null say nothing.
 *
 * @param path of the content in the request
 * @throws InvalidParameter for a part that is no text
 */
export function contentText(content: unknown, path: string): string {
  if (content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) {
    throw new InvalidParameter(path, `${path} must be a string, or a list of parts.`);
  }
  return content.flatMap((part, index) => partText(part, `${path}.${index}`) ?? []).join("\n");
}

function partText(part: unknown, path: string): string | null {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null) {
    throw new InvalidParameter(path, `${path} must be a string, or a part with a type.`);
  }
  const members = part as Readonly<Record<string, unknown>>;
  const type = members["type"] ?? bareForms.find((name) => (members[name] ?? null) !== null);
  const member = texts.get(type);
  if (member !== undefined) {
    const text = members[member] ?? null;
    if (text === null || typeof text === "string") return text;
    throw new InvalidParameter(`${path}.${member}`, `${path}.${member} must be a string.`);
  }
  const held = media.get(type);
  if (held !== undefined) {
    throw new InvalidParameter(
      path,
      `${path} is ${held} (${JSON.stringify(type)}), and this model reads text alone: leave the part out.`,
      "unsupported_parameter",
    );
  }
  throw new InvalidParameter(
    "type",
    `${path} has ${typeOf(type)}: parts can be of type ${[...texts.keys()].join(", ")}.`,
  );
}

function typeOf(type: unknown): string {
  if (type === undefined) return "no type";
  return `the unknown type ${(JSON.stringify(type) ?? "").slice(0, maxQuoted)}`;
}
