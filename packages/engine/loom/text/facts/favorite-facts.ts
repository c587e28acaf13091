import { cityNames } from "./people.ts";
import { animals, books, colors, drinks, foods, sports } from "./things.ts";
import type { ToldFact } from "./told-fact.ts";

/** A fact of what the user likes best among things of one sort. */
function favorite(thing: string, values: readonly string[], best: string): ToldFact {
  const usual = [
    `my {fav} {thing} is {v}`,
    `my {fav} {thing} is {v}`,
    `{v} is my {fav} {thing}`,
    `my {fav} {thing} has always been {v}`,
    `remember that my {fav} {thing} is {v}`,
    `please remember: my {fav} {thing} is {v}`,
    `just so you know, my {fav} {thing} is {v}`,
    `I have a {fav} {thing}: {v}`,
    `by the way, my {fav} {thing} is {v}`,
    `I like {v} best of all, that is my {fav} {thing}`,
    `{fav} {thing}: {v}`,
  ];
  const asked = [
    "what is my {fav} {thing}?",
    "what is my {fav} {thing}?",
    "what's my {fav} {thing}?",
    "which {thing} is my {fav}?",
    "which {thing} do I like best?",
    "what {thing} do I like best?",
    "what {thing} do I like most?",
    "do you know my {fav} {thing}?",
    "do you remember my {fav} {thing}?",
    "tell me my {fav} {thing}",
    "can you tell me my {fav} {thing}?",
    "what was my {fav} {thing}?",
    "what was my {fav} {thing} again?",
    "remind me, what is my {fav} {thing}?",
    "what did I say my {fav} {thing} is?",
    "which {fav} {thing} did I tell you?",
    "my {fav} {thing} is what?",
    "so what is my {fav} {thing}?",
  ];
  return {
    told: [...usual, best].map((told) => told.replaceAll("{thing}", thing)),
    asked: asked.map((question) => question.replaceAll("{thing}", thing)),
    answer: `Your {fav} ${thing} is {v}.`,
    ofUser: `The user's {fav} ${thing} is {v}.`,
    value: (random) => random.pick(values),
  };
}

const numbers = Array.from({ length: 99 }, (_, index) => String(index + 1));

/** What a user likes best. */
export const favoriteFacts: readonly ToldFact[] = [
  favorite("{color}", colors, "the {color} I like best is {v}"),
  favorite("food", foods, "the food I like best is {v}"),
  favorite(
    "animal",
    animals.map((animal) => `the ${animal}`),
    "the animal I like best is {v}",
  ),
  favorite("number", numbers, "the number I like best is {v}"),
  favorite("city", cityNames, "the city I like best is {v}"),
  favorite("sport", sports, "the sport I like best is {v}"),
  favorite("book", books, "the book I like best is {v}"),
  favorite("drink", drinks, "the drink I like best is {v}"),
];
