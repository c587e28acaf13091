import { adjectives, nouns } from "../everyday-words.ts";
import type { Random } from "../random.ts";
import { inventedWord } from "../words.ts";
import { anyPerson, anyTown } from "./people.ts";
import { colors } from "./things.ts";
import type { ToldFact } from "./told-fact.ts";

/** A value that may belong to anything: what is asked for has to be found by its place, not by its kind. */
function anyValue(random: Random): string {
  const kind = random.weighted({ number: 35, color: 12, noun: 20, town: 10, person: 10, odd: 13 });
  if (kind === "number") return String(random.integer(1, random.pick([20, 99, 999, 9999])));
  if (kind === "color") return random.pick(colors);
  if (kind === "noun") return random.pick(nouns);
  if (kind === "town") return anyTown(random);
  return kind === "person" ? anyPerson(random) : inventedWord(random);
}

/** One thing or another of the user's: any noun, also with the number, colour or name of it. */
function anyPossession(random: Random): string {
  const noun = random.pick(nouns);
  if (random.chance(0.45)) return noun;
  if (random.chance(0.3)) return `${random.pick(adjectives)} ${noun}`;
  const part =
    "number,number,color,size,name,price,code,key,time,day,place,owner,brand,team,type,partner".split(
      ",",
    );
  return `${noun} ${random.pick(part)}`;
}

/** A fact about anything at all, so that other facts than the usual ones are kept as well. */
export const openFact: ToldFact = {
  told: [
    "my {w} is {v}",
    "my {w} is {v}",
    "my {w} is {v}",
    "the {w} is {v}",
    "my {w}: {v}",
    "{v} is my {w}",
    "remember that my {w} is {v}",
    "please remember: my {w} is {v}",
    "remember my {w}: {v}",
    "by the way, my {w} is {v}",
    "just so you know, my {w} is {v}",
    "for later: my {w} is {v}",
    "don't forget that my {w} is {v}",
    "I want you to know that my {w} is {v}",
    "note that my {w} is {v}",
    "as my {w} I have {v}",
    "I chose {v} as my {w}",
    "I picked {v} for my {w}",
  ],
  asked: [
    "what is my {w}?",
    "what is my {w}?",
    "what is my {w}?",
    "what's my {w}?",
    "what was my {w}?",
    "what was my {w} again?",
    "what is the {w}?",
    "do you know my {w}?",
    "do you remember my {w}?",
    "tell me my {w}",
    "can you tell me my {w}?",
    "what did I say my {w} is?",
    "remind me, what is my {w}?",
    "remind me of my {w}",
    "what did I tell you about my {w}?",
    "my {w} is what?",
    "so what is my {w}?",
    "and my {w}?",
    "which {w} do I have?",
    "do you still know my {w}?",
  ],
  answer: "Your {w} is {v}.",
  ofUser: "The user's {w} is {v}.",
  value: anyValue,
  word: anyPossession,
};
