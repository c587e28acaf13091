import { ask, capitalised, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { asked } from "../wording.ts";
import { anyWord } from "../words.ts";
import { anySentence } from "./any-sentence.ts";
import { byBar } from "../lists.ts";

/** Letters beyond ASCII, so that every byte of UTF-8 in use is copied now and then. */
const furtherLetters = Array.from("äöüßéèêñçøåłžğıæœ¿¡€£αβγδλπωдежиюя你好世界日本語한국ع☺🙂🚀");
const symbols = Array.from("+-*/=#@&%$_~^<>()[]{}:;,.!?");

const pinned = byBar(
  "repeat: {x} | say {x} | echo: {x} | say: {x} | repeat after me: {x} | repeat {x} | echo {x}",
);

/** The text stands at the end, bare or in quotes. */
const before = byBar(`
  repeat this: {x} | repeat the following: {x} | repeat the text: {x} | repeat the word {x} | repeat the words {x} | repeat the sentence: {x} | repeat this sentence: {x}
  repeat exactly: {x} | repeat exactly this: {x} | repeat what i say: {x} | repeat this back: {x} | repeat this back to me: {x} | repeat back: {x} | repeat word for word: {x}
  repeat this text exactly: {x} | repeat the phrase {x} | say the word {x} | say the words {x} | say this: {x} | say the following: {x} | say exactly: {x} | say exactly this: {x}
  say the sentence: {x} | say after me: {x} | say the phrase {x} | just say {x} | just say: {x} | only say {x} | simply say {x} | say back to me: {x} | say only this: {x}
  echo this: {x} | echo the following: {x} | echo back: {x} | echo the text {x} | echo the word {x} | echo this back: {x} | echo this text: {x} | echo exactly: {x}
  write back: {x} | write exactly: {x} | write this: {x} | write this back: {x} | write the following: {x} | write: {x} | type this: {x} | type: {x} | type the word {x}
  type exactly: {x} | print: {x} | print this: {x} | output: {x} | output this: {x} | output exactly: {x} | return this text: {x} | return exactly: {x} | copy: {x} | copy this: {x}
  copy this text: {x} | copy the following: {x} | copy exactly: {x} | reply with {x} | reply with: {x} | reply with exactly: {x} | reply only with {x} | respond with {x}
  respond with: {x} | answer with {x} | answer with: {x} | answer only with {x} | give me back this text: {x} | give this back: {x} | parrot this: {x} | tell me this back: {x}
  i want you to say {x} | i want you to repeat: {x} | i'd like you to say: {x} | i need you to repeat this: {x} | let me hear you say {x} | quote this: {x} | send back: {x}
  here is a text, repeat it: {x} | here is a sentence. repeat it: {x} | the next line comes back as it is: {x} | what i say, you say: {x} | now you say {x}
`);
/** The instruction follows the text. */
const after = byBar(`
  {x} - repeat that | {x} - say that again | {x}: repeat this | "{x}" - repeat this | {x} (repeat it) | here is a text: "{x}". repeat it | here is a sentence: "{x}". say it back
  my text is "{x}". repeat it | "{x}": say it | "{x}", say that back | i say "{x}", you say the same | take "{x}" and repeat it | repeat "{x}" exactly | say "{x}" back to me
  repeat "{x}" back to me | say "{x}" and nothing else | write "{x}" back to me | repeat '{x}' word for word | reply with "{x}" only | say '{x}' exactly
`);

function mixed(random: Random): string {
  const count = random.pick([1, 1, 2, 2, 3, 3, 4, 5, 8]);
  const parts: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const kind = random.next();
    if (kind < 0.1) parts.push(String(random.integer(0, 9999)));
    else if (kind < 0.14) parts.push(anyWord(random) + random.pick(furtherLetters));
    else if (kind < 0.17) parts.push(random.pick(symbols) + random.pick(symbols));
    else if (kind < 0.24) parts.push(capitalised(anyWord(random)));
    else if (kind < 0.27) parts.push(anyWord(random).toUpperCase());
    else parts.push(anyWord(random));
  }
  return parts.join(" ") + (random.chance(0.15) ? random.pick([".", "!", "?", ","]) : "");
}

function quoted(random: Random, text: string): string {
  const mark = random.pick(['"', '"', "'"]);
  return mark + text + mark;
}

function request(random: Random, text: string): string {
  const object = random.chance(0.3) ? quoted(random, text) : text;
  const kind = random.next();
  if (kind < 0.25) {
    const wording = random.pick(pinned).replace("{x}", () => object);
    return random.chance(0.5) ? capitalised(wording) : wording;
  }
  if (kind < 0.4) return random.pick(after).replace("{x}", () => text);
  const wording = random.pick(before).replace(": {x}", random.chance(0.1) ? ":\n{x}" : ": {x}");
  return asked(random, wording).replace("{x}", () => object);
}

/** Text to give back as it is. */
export function echo(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const text = random.chance(0.45) ? anySentence(random) : mixed(random);
    return { key: text, messages: ask(request(random, text), text) };
  });
}
