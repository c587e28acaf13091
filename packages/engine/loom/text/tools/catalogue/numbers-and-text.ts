import { family, type Family } from "../family.ts";

/** Sums, chance and work on text: what Loom does without a tool where none is offered. */
export const numbersAndText: readonly Family[] = [
  family("arithmetic", {
    names: "add sum add_numbers calculate_sum plus",
    slots: { a: "many a|x|first|left|num1", b: "many b|y|second|right|num2" },
    says: `
      add {a} and {b}
      add {a} to {b}
      what is {a} plus {b}?
      what's {a} plus {b}?
      what is {a} + {b}?
      what's {a} + {b}?
      how much is {a} plus {b}?
      ~{a} + {b}
      ~{a} plus {b}
      use the tool: add {a} and {b}
      (compute|calculate|work out) {a} plus {b}
      (compute|calculate) {a} + {b}
      sum {a} and {b}
      what is the sum of {a} and {b}?`,
    gives: "sum=many",
  }),
  family("arithmetic", {
    names: "multiply product times multiply_numbers mul",
    slots: { a: "many a|x|first|left", b: "many b|y|second|right" },
    says: `
      multiply {a} (by|and|with) {b}
      what is {a} times {b}?
      what's {a} times {b}?
      what is {a} * {b}?
      ~{a} * {b}
      ~{a} x {b}
      ~{a} times {b}
      use the tool: multiply {a} and {b}
      (compute|calculate|work out) {a} times {b}
      how much is {a} times {b}?`,
    gives: "product=many",
  }),
  family("arithmetic", {
    names: "subtract minus difference",
    slots: { a: "many a|x|first|left", b: "many b|y|second|right" },
    says: `
      what is {a} minus {b}?
      what's {a} minus {b}?
      what is {a} - {b}?
      ~{a} - {b}
      ~{a} minus {b}
      how much is {a} minus {b}?
      (compute|calculate) {a} minus {b}
      use the tool: subtract {a} minus {b}`,
    gives: "difference=many",
  }),
  family("arithmetic", {
    names: "divide division quotient",
    slots: { a: "many a|x|dividend|left", b: "few b|y|divisor|right" },
    says: `
      divide {a} by {b}
      what is {a} divided by {b}?
      what's {a} divided by {b}?
      what is {a} / {b}?
      ~{a} / {b}
      ~{a} divided by {b}
      (compute|calculate) {a} divided by {b}
      how much is {a} divided by {b}?`,
    gives: "quotient=amount",
  }),
  family("arithmetic", {
    names: "calculate calculator evaluate compute math eval",
    slots: { sum: "sum expression|expr|formula|input" },
    says: `
      what is {sum}?
      what's {sum}?
      how much is {sum}?
      (calculate|compute|evaluate|work out|solve) {sum}
      ~{sum}
      ~{sum} = ?
      use the calculator for {sum}
      can you calculate {sum}?
      tell me what {sum} is
      ~I need the result of {sum}`,
    takesLists: true,
    gives: "result=many",
  }),
  family("arithmetic", {
    names: "percentage calculate_percentage percent_of",
    slots: { percent: "percent percent|percentage|rate", of: "many value|of|total|number" },
    says: `
      what is {percent}% of {of}?
      what's {percent} percent of {of}?
      how much is {percent}% of {of}?
      (calculate|compute) {percent}% of {of}
      ~{percent}% of {of}
      ~{percent} percent of {of}
      work out {percent} percent of {of}`,
  }),
  family("arithmetic", {
    names: "tip_calculator calculate_tip tip",
    slots: { bill: "amount bill|amount|total", percent: "percent percent|tip|rate" },
    says: `
      what's a {percent}% tip on {bill}?
      how much is a {percent} percent tip on {bill}?
      (calculate|work out) a {percent}% tip (on|for) {bill}
      ~{percent}% tip on {bill}
      ~the bill is {bill}, tip {percent} percent
      how much tip is {percent} percent of {bill}?`,
  }),
  family("arithmetic", {
    names: "random_number get_random random_integer rand",
    slots: { low: "few min|low|from|start", high: "many max|high|to|end" },
    says: `
      (give me|pick|generate|get|draw) a random number (between|from) {low} (and|to) {high}
      (pick|choose) a number (between|from) {low} and {high}
      ~random number {low} to {high}
      ~random number from {low} to {high}
      ~a random number between {low} and {high}
      can you pick a number between {low} and {high}?
      ~I need a random number from {low} to {high}`,
    gives: "number=few",
  }),
  family("chance", {
    names: "roll_dice dice roll throw_dice",
    slots: { "count?": "few count|dice|n|number", "sides?": "few sides|faces" },
    says: `
      roll (a|the) (dice|die)
      (throw|roll) the dice
      roll {count} dice
      (throw|roll) {count} dice
      roll a die with {sides} sides
      roll {count} dice with {sides} sides
      ~{count} dice please
      can you roll {count} dice?
      can you roll a dice?
      roll a {sides} sided die`,
    gives: "roll=few",
  }),
  family("chance", {
    names: "flip_coin coin_flip toss_coin coin",
    says: `
      (flip|toss|throw) a coin
      ~heads or tails?
      can you flip a coin?
      do a coin (flip|toss)
      ~I need a coin flip
      let a coin decide`,
  }),
  family("text", {
    names: "translate translate_text translation translator",
    slots: {
      text: "message text|content|phrase|input",
      to: "language to|language|target|target_language|lang",
    },
    says: `
      translate {text} (to|into) {to}
      translate to {to}: {text}
      translate into {to}: {text}
      translate this to {to}: {text}
      what is {text} in {to}?
      how do (you|I) say {text} in {to}?
      put {text} into {to}
      say {text} in {to}
      ~{text} in {to}
      ~{text} - translate that to {to}
      ~I need {text} in {to}
      can you translate {text} to {to}?`,
    gives: "text=words",
  }),
  family("text", {
    names: "summarize summarise summarize_text summary get_summary",
    slots: { text: "message text|content|input", "length?": "few sentences|length|max_sentences" },
    says: `
      (summarize|summarise|sum up): {text}
      (summarize|summarise|sum up) this: {text}
      summarize in {length} sentences: {text}
      give me a summary of: {text}
      (write|make) a summary: {text}
      can you summarize {text}?
      ~tl;dr {text}
      ~summary of: {text}`,
    gives: "summary=words",
  }),
  family("text", {
    names: "define get_definition dictionary lookup_word define_word",
    slots: { word: "word word|term|text" },
    says: `
      what does {word} mean?
      what does the word {word} mean?
      (define|explain) the word {word}
      define {word}
      look up {word} in the dictionary
      what's the (meaning|definition) of {word}?
      ~definition of {word}
      ~meaning of {word}
      can you define {word}?`,
    takesLists: true,
  }),
  family("text", {
    names: "detect_language identify_language which_language",
    slots: { text: "message text|input|content" },
    says: `
      (what|which) language is {text}?
      (detect|identify|find) the language of {text}
      ~language of {text}
      what language is this: {text}
      in which language is {text} written?`,
  }),
  family("text", {
    names: "analyze_sentiment sentiment get_sentiment",
    slots: { text: "message text|content|review" },
    says: `
      what's the sentiment of {text}?
      (analyze|check) the sentiment of {text}
      (analyze|check) the sentiment: {text}
      is this positive or negative: {text}
      ~sentiment of {text}
      ~how does this sound: {text}`,
  }),
];
