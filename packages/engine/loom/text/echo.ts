import { ask, capitalised, type Exchange } from "./exchange.ts";
import type { Random } from "./random.ts";
import { drawFrom, type Split } from "./split.ts";
import { anyWord } from "./words.ts";

/** Letters beyond ASCII, so that every byte of UTF-8 in use is copied now and then. */
const furtherLetters = Array.from("äöüßéèêñçøåłžğıæœ¿¡€£αβγδλπωдежиюя你好世界日本語한국ع☺🙂🚀");

function phrase(random: Random): string {
  const count = random.pick([1, 1, 2, 2, 3, 3, 4, 5, 8]);
  const parts: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const kind = random.next();
    if (kind < 0.1) parts.push(String(random.integer(0, 9999)));
    else if (kind < 0.14) parts.push(anyWord(random) + random.pick(furtherLetters));
    else if (kind < 0.24) parts.push(capitalised(anyWord(random)));
    else parts.push(anyWord(random));
  }
  return parts.join(" ") + (random.chance(0.15) ? random.pick([".", "!", "?", ","]) : "");
}

const requests = [
  "repeat: ",
  "say ",
  "echo: ",
  "Say ",
  "Repeat: ",
  "say: ",
  "Echo: ",
  "repeat after me: ",
];

/** Text to give back as it is. */
export function echo(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const text = phrase(random);
    return { key: text, messages: ask(random.pick(requests) + text, text) };
  });
}
