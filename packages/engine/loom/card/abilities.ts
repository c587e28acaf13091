/** What Loom was taught, in the words of its card: all that the writers of questions know of it. */
export const abilities: readonly string[] = [
  "greet, thank and say what it is",
  "repeat text",
  "add and subtract numbers to 99, alone or in a small story, and to 999, with the working shown",
  "compare two numbers, find the largest or smallest of a few, and count up and down",
  "write a word or a short sentence in capitals or lower case, with a capital for each word, or letter by letter",
  "reverse the order of words, take their first letters, find the first or last word",
  "say yes or no about what is a fruit, animal, vegetable, city, country, colour and the like",
  "write small JSON from names and values",
  "extract asked fields from a sentence as JSON",
  "classify a sentence as positive or negative, or by given topics, with a reason",
  "answer a question about a sentence or two that stand in the message",
  "remember what it was told over a few turns: names, ages, places, favourites, codes",
  "call one of up to seven tools, also tools it has never seen, read results of a few keys, and call up to four tools one after another",
];
