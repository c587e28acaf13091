import type { Random } from "../random.ts";

/** What Loom says of itself to a fact that it was told. */
const remembered = "I will remember that.";

/** What others say to it: conversations that go on from their answers are read as well. */
const others: readonly string[] = [
  "Okay.",
  "Okay.",
  "Okay!",
  "Ok.",
  "OK",
  "Got it.",
  "Got it!",
  "Good to know.",
  "That is good to know.",
  "Good to know!",
  "Noted.",
  "I see.",
  "Understood.",
  "Alright.",
  "All right.",
  "Sure.",
  "Thank you.",
  "Thanks for telling me.",
  "Thank you for telling me.",
  "Nice!",
  "Nice.",
  "How nice!",
  "That is nice.",
  "That sounds nice.",
  "That sounds good.",
  "That's great!",
  "Great!",
  "Great, thank you.",
  "Cool!",
  "Interesting.",
  "Very good.",
  "I will keep that in mind.",
  "I'll remember that.",
  "I have noted that.",
  "Thanks, I will remember it.",
  "Okay, I will remember that.",
  "Have a good time!",
  "A nice name.",
  "Nice name!",
  "What a nice name!",
  "Hello! How can I help you?",
  "Hello!",
  "How can I help you?",
  "Yes.",
  "Oh.",
  "Oh, I see.",
  "Fine.",
];

const named: readonly string[] = [
  "Hello, {v}!",
  "Hello {v}!",
  "Hi {v}!",
  "Hi, {v}!",
  "Hi {v}, how can I help you?",
  "Hello {v}, how can I help you?",
  "Nice to meet you, {v}.",
  "Nice to meet you!",
  "Welcome, {v}!",
  "Okay, {v}.",
];

/** An answer to a told fact, for the most part Loom's own. */
export function acknowledgement(random: Random): string {
  return random.chance(0.45) ? remembered : random.pick(others);
}

/** An answer to somebody who told their name. */
export function welcome(random: Random, name: string): string {
  if (random.chance(0.6)) return `Nice to meet you, ${name}!`;
  return random.chance(0.75) ? random.pick(named).replace("{v}", () => name) : random.pick(others);
}
