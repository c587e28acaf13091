import type { Random } from "../random.ts";
import { inventedWord, words } from "../words.ts";
import { anyPerson, petNames, pets } from "./people.ts";
import type { ToldFact } from "./told-fact.ts";

const relations = [
  "friend",
  "best friend",
  "sister",
  "brother",
  "mother",
  "father",
  "son",
  "daughter",
  "boss",
  "teacher",
];

function code(random: Random): string {
  const digits = random.pick([3, 4, 4, 4, 5]);
  return Array.from({ length: digits }, () => random.integer(0, 9)).join("");
}

/** Facts with a word of their own beside the value: the kind of a pet, who somebody is, what is to be remembered. */
export const namedFacts: readonly ToldFact[] = [
  {
    told: [
      "my {w} is called {v}",
      "my {w} is called {v}",
      "my {w} is named {v}",
      "my {w}'s name is {v}",
      "the name of my {w} is {v}",
      "I have a {w} called {v}",
      "I have a {w} named {v}",
      "I have a {w}. Its name is {v}",
      "I have a {w} and its name is {v}",
      "we have a {w} called {v}",
      "we got a {w} and called it {v}",
      "I call my {w} {v}",
      "{v} is my {w}",
      "remember that my {w} is called {v}",
    ],
    asked: [
      "what is my {w} called?",
      "what is my {w} called?",
      "what is the name of my {w}?",
      "what is my {w}'s name?",
      "what's my {w}'s name?",
      "what's my {w} called?",
      "how is my {w} called?",
      "do you know what my {w} is called?",
      "do you know the name of my {w}?",
      "do you remember my {w}'s name?",
      "tell me the name of my {w}",
      "can you tell me my {w}'s name?",
      "what did I call my {w}?",
      "which name does my {w} have?",
    ],
    answer: "Your {w} is called {v}.",
    ofUser: "The user's {w} is called {v}.",
    value: (random) => random.pick(petNames),
    word: (random) => random.pick([...pets, "dog", "dog", "dog", "cat", "cat", "cat"]),
  },
  {
    told: [
      "my {w} is {v}",
      "my {w}'s name is {v}",
      "my {w}'s name is {v}",
      "the name of my {w} is {v}",
      "I have a {w}, the name is {v}",
      "my {w} has the name {v}",
      "remember that my {w}'s name is {v}",
      "by the way, my {w}'s name is {v}",
    ],
    asked: [
      "what is my {w}'s name?",
      "what is my {w}'s name?",
      "what's my {w}'s name?",
      "what is the name of my {w}?",
      "who is my {w}?",
      "do you know my {w}'s name?",
      "do you remember my {w}'s name?",
      "do you know the name of my {w}?",
      "tell me my {w}'s name",
      "tell me the name of my {w}",
      "what name does my {w} have?",
      "can you tell me the name of my {w}?",
    ],
    answer: "Your {w}'s name is {v}.",
    ofUser: "The name of the user's {w} is {v}.",
    value: anyPerson,
    word: (random) => random.pick(relations),
  },
  {
    told: [
      "the {w} is {v}",
      "the {w} is {v}",
      "the {w} is: {v}",
      "remember the {w} {v}",
      "remember the {w} {v}",
      "please remember the {w} {v}",
      "remember this {w}: {v}",
      "remember: the {w} is {v}",
      "keep this {w} in mind: {v}",
      "keep the {w} {v} in mind",
      "do not forget the {w} {v}",
      "don't forget: the {w} is {v}",
      "I will give you a {w}: {v}",
      "here is the {w}: {v}",
      "my {w} is {v}",
      "note the {w} {v}",
      "the {w} for today is {v}",
      "memorize the {w} {v}",
    ],
    asked: [
      "what is the {w}?",
      "what is the {w}?",
      "what's the {w}?",
      "what was the {w}?",
      "what was the {w} again?",
      "which {w} did I tell you?",
      "what {w} did I give you?",
      "do you know the {w}?",
      "do you remember the {w}?",
      "tell me the {w}",
      "can you tell me the {w}?",
      "repeat the {w} I gave you",
      "give me the {w}",
      "say the {w}",
      "remind me of the {w}",
      "what is the {w} I told you?",
      "what is my {w}?",
    ],
    answer: "The {w} is {v}.",
    ofUser: "The {w} is {v}.",
    value: (random) =>
      random.chance(0.55)
        ? code(random)
        : random.chance(0.6)
          ? random.pick(words)
          : inventedWord(random),
    word: (random) =>
      random.pick([
        "code",
        "code",
        "code",
        "secret word",
        "secret word",
        "password",
        "secret code",
        "magic word",
        "pin",
      ]),
  },
];
