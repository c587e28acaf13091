import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A reaction as it is stored. */
export interface Reaction {
  readonly emoji: string;
  /** The English name: `:thumbs_up_medium_skin_tone:`. */
  readonly alias: string;
  /** The emoji without skin tones. */
  readonly detoned: string;
  readonly detoned_alias: string;
}

interface Named {
  /** The whole spelling, with all U+FE0F. */
  readonly emoji: string;
  readonly name: string;
}

/** An entry of the list of emoji; it has no emoji with skin tones. */
interface Listed {
  readonly name: string;
  readonly group: string;
}

/** Longer than the longest emoji, which has 35 units. */
const longest = 64;
const variant = "\ufe0f";
const variants = /\ufe0f/g;
const modifiers = /[\u{1f3fb}-\u{1f3ff}]/gu;
/** Characters that an emoji has as pictures, so that U+FE0F follows them. */
const pictures = /[\u2194\u2195\u2640\u2642\u2695\u2696\u2708\u2764\u27a1]/g;
const tones: Readonly<Record<string, string>> = {
  "\u{1f3fb}": "light_skin_tone",
  "\u{1f3fc}": "medium-light_skin_tone",
  "\u{1f3fd}": "medium_skin_tone",
  "\u{1f3fe}": "medium-dark_skin_tone",
  "\u{1f3ff}": "dark_skin_tone",
};
/** In these names, the tone stands before the hair. */
const hair = /^(man|woman|person)_(beard|blond_hair|red_hair|curly_hair|white_hair|bald)$/;
/** People who exist together only with two tones: alone, each pair is one character. */
const pairs: readonly (readonly [emoji: string, name: string])[] = [
  ["👩‍🤝‍👩", "women holding hands"],
  ["👩‍🤝‍👨", "woman and man holding hands"],
  ["👨‍🤝‍👨", "men holding hands"],
  ["🫱‍🫲", "handshake"],
  ["🧑‍❤️‍💋‍🧑", "kiss person, person"],
  ["🧑‍❤️‍🧑", "couple with heart person, person"],
];

let known: ReadonlyMap<string, Named> | undefined;

/**
 * The names of one emoji, as the Python package `emoji` makes them from the list of Unicode
 * (UTS #51); undefined for any other text. U+FE0F may be left out.
 */
export function reactionOf(emoji: string): Reaction | undefined {
  if (emoji.length > longest) return undefined;
  known ??= namedEmoji();
  const detoned = emoji.replace(modifiers, "");
  const named = known.get(detoned.replace(variants, ""));
  if (!named) return undefined;
  const found = emoji.match(modifiers) ?? [];
  if (!isSpellingOf(emoji, found.length === 0 ? named.emoji : toned(emoji))) return undefined;
  const used = new Set(found).size === 1 ? found.slice(0, 1) : found;
  return {
    emoji,
    alias: aliasOf(
      named.name,
      used.map((tone) => tones[tone] ?? ""),
    ),
    detoned,
    detoned_alias: aliasOf(named.name, []),
  };
}

/** The whole spelling of an emoji with skin tones; '' if there is no such emoji. */
function toned(emoji: string): string {
  const whole = emoji.replace(variants, "").replace(pictures, `$&${variant}`);
  return /^\p{RGI_Emoji}$/v.test(whole) ? whole : "";
}

/** Whether a text is an emoji, with or without each of its U+FE0F. */
function isSpellingOf(text: string, emoji: string): boolean {
  let at = 0;
  for (const character of emoji) {
    if (text.startsWith(character, at)) at += character.length;
    else if (character !== variant) return false;
  }
  return at === text.length && at > 0;
}

function aliasOf(name: string, used: readonly string[]): string {
  if (used.length === 0) return `:${name}:`;
  const tone = used.join("_");
  const parts = hair.exec(name);
  return parts ? `:${parts[1]}_${tone}_${parts[2]}:` : `:${name}_${tone}:`;
}

function namedEmoji(): ReadonlyMap<string, Named> {
  // An import would give the compiler a type of its own for each emoji.
  const list = require("unicode-emoji-json") as Readonly<Record<string, Listed>>;
  const found = new Map<string, Named>();
  for (const [emoji, { name, group }] of Object.entries(list)) {
    const own = group === "Flags" && name.startsWith("flag ") ? name.slice(5) : name;
    found.set(emoji.replace(variants, ""), { emoji, name: spelt(own) });
  }
  for (const [emoji, name] of pairs) {
    found.set(emoji.replace(variants, ""), { emoji: "", name: spelt(name) });
  }
  return found;
}

/** A name of the list as the Python package spells it. */
function spelt(name: string): string {
  return name
    .replace(/[:,“”⊛]/g, "")
    .trim()
    .replaceAll(" ", "_")
    .replaceAll("_-_", "-");
}
