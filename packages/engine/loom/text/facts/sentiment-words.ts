import { byComma } from "../lists.ts";

/** Words of praise or of blame, by the place that they have in a sentence. */
export interface SentimentWords {
  /** After "is", "was" and before a noun. */
  readonly adjectives: readonly string[];
  /** What somebody does to a thing: "I … it". */
  readonly verbs: readonly string[];
  /** What a thing does or is: "The phone …". */
  readonly predicates: readonly string[];
  /** How somebody feels: "I am …". */
  readonly feelings: readonly string[];
}

export const praise: SentimentWords = {
  adjectives: byComma(`
    great, good, excellent, wonderful, amazing, fantastic, perfect, awesome, lovely, beautiful, brilliant, superb,
    delicious, outstanding, nice, fabulous, incredible, comfortable, friendly, helpful, reliable, terrific, delightful,
    impressive, very good, the best, marvelous, charming, fun, fresh, fast
  `),
  verbs: byComma("love, like, enjoy, adore, recommend, really like, loved, enjoyed, liked, admire"),
  predicates: byComma(`
    works perfectly, works well, made my day, works like a charm, is worth it, was worth every penny, exceeded my
    expectations, made me smile, arrived early, saved my day, runs smoothly, feels great, looks great, tastes great,
    is well made
  `),
  feelings: byComma(
    "happy, thrilled, satisfied, delighted, glad, pleased, impressed, grateful, very happy, excited",
  ),
};

export const blame: SentimentWords = {
  adjectives: byComma(`
    bad, terrible, awful, horrible, poor, ugly, useless, boring, dreadful, disgusting, broken, rude, slow, cold, dirty,
    disappointing, worthless, unreliable, uncomfortable, unfriendly, overpriced, noisy, lousy, defective, very bad,
    the worst, not good, too expensive, nasty, stale, damaged
  `),
  verbs: byComma(
    "hate, dislike, regret, hated, regretted, disliked, despise, do not like, don't like, can't stand",
  ),
  predicates: byComma(`
    broke after a day, fell apart, stopped working, does not work, was a waste of money, is not worth it, never arrived,
    made me angry, arrived late, ruined my day, crashes all the time, smells bad, looks cheap, tastes bad, let me down
  `),
  feelings: byComma(
    "angry, sad, disappointed, unhappy, upset, annoyed, frustrated, not happy, furious, very unhappy",
  ),
};

/** What people write reviews of. */
export const reviewed: readonly string[] = byComma(`
  phone, book, movie, film, hotel, food, service, game, song, restaurant, laptop, coffee, pizza, camera, show, concert,
  room, staff, app, website, chair, lamp, bag, dress, shoes, meal, soup, trip, flight, class, teacher, product, store,
  delivery, battery, screen, sound, view, waiter, breakfast, dinner, party, museum, bed, jacket, watch, car, cake, tea,
  support, picture, story, music, weather, place, tool, toy, printer, update, design
`);

/** Sentences around an adjective, `{w}`; `{t}` is what the review is of. */
export const adjectiveSentences: readonly string[] = [
  "the {t} is {w}",
  "this {t} is {w}",
  "my new {t} is {w}",
  "the {t} was {w}",
  "the {t} was really {w}",
  "this {t} is so {w}",
  "the {t} was {w} and I told everyone",
  "I think the {t} is {w}",
  "I found the {t} {w}",
  "in my opinion the {t} is {w}",
  "honestly, this {t} is {w}",
  "wow, the {t} is {w}",
  "we stayed for a week and the {t} was {w}",
  "the {t} that I bought is {w}",
  "their {t} is {w}",
  "the {t} here is {w}",
  "everything about the {t} was {w}",
  "I bought this {t} last week and it is {w}",
  "it is {w}",
  "it was {w}",
  "that was {w}",
  "{w} {t}",
  "simply {w}",
  "my sister says the {t} is {w}",
  "the {t} in {city} was {w}",
  "{name} told me that the {t} is {w}",
  "for the price, the {t} is {w}",
  "the {t} looks {w}",
  "the {t} turned out {w}",
  "our {t} was {w} today",
  "today the {t} was {w}",
  "to me the {t} is {w}",
];

export const verbSentences: readonly string[] = [
  "I {w} this {t}",
  "I {w} the {t}",
  "I {w} it",
  "I {w} my new {t}",
  "we {w} the {t}",
  "we {w} this {t}",
  "we all {w} it",
  "my kids {w} this {t}",
  "my parents {w} the {t}",
  "I {w} the {t} in {city}",
  "I {w} this {t} so much",
  "I {w} everything about this {t}",
  "I {w} the {t} that I bought",
  "honestly, I {w} this {t}",
  "{w} this {t}",
  "I have to say I {w} this {t}",
];

export const predicateSentences: readonly string[] = [
  "the {t} {w}",
  "this {t} {w}",
  "my {t} {w}",
  "my new {t} {w}",
  "our {t} {w}",
  "the {t} I ordered {w}",
  "the {t} that I got {w}",
  "it {w}",
  "in the end the {t} {w}",
  "well, the {t} {w}",
  "I ordered a {t} and it {w}",
  "I used the {t} for a week and it {w}",
  "the {t} from {city} {w}",
  "{name} says the {t} {w}",
];

export const feelingSentences: readonly string[] = [
  "I am {w}",
  "I'm {w}",
  "I am {w} with the {t}",
  "I'm {w} with this {t}",
  "we are {w} with the {t}",
  "I feel {w}",
  "I was {w} about the {t}",
  "my family is {w} with the {t}",
  "{name} is {w} with the {t}",
  "the {t} made me {w}",
  "after the {t} I felt {w}",
  "I am so {w} today",
  "I am {w} because of the {t}",
  "we were {w} when we left the {t}",
];

/** Sentences that neither praise nor blame. */
export const neutralSentences: readonly string[] = [
  "the {t} arrived on {day}",
  "the {t} is in {city}",
  "I bought the {t} on {day}",
  "the {t} has a red button",
  "we saw the {t} on {day}",
  "this is a {t}",
  "{name} has a {t} too",
  "the {t} opens on {day}",
  "I use the {t} on {day}",
  "the {t} is from {city}",
];
