import type { Random } from "../random.ts";
import { withArticle } from "./articles.ts";
import { anyTown, jobs, petNames, pets } from "./people.ts";
import { colors, drinks, foods, months, products, sports } from "./things.ts";

/** A fact of somebody with a name: `{n}` is who, `{v}` what. */
export interface PersonFact {
  readonly told: string;
  readonly asked: readonly string[];
  readonly answer: string;
  readonly value: (random: Random) => string;
}

function fact(told: string, value: PersonFact["value"], asked: readonly string[]): PersonFact {
  return { told, asked, answer: `${told}.`, value };
}

/** What one may tell of people. */
export const personFacts: readonly PersonFact[] = [
  fact("{n} likes {v}", (random) => random.pick(random.pick([colors, foods, drinks])), [
    "what does {n} like?",
    "what does {n} like?",
    "do you know what {n} likes?",
    "tell me what {n} likes",
    "what was it that {n} likes?",
  ]),
  fact("{n} lives in {v}", anyTown, [
    "where does {n} live?",
    "where does {n} live?",
    "which city does {n} live in?",
    "what city does {n} live in?",
    "do you know where {n} lives?",
    "tell me where {n} lives",
  ]),
  fact("{n} is {v} years old", (random) => String(random.integer(3, 99)), [
    "how old is {n}?",
    "how old is {n}?",
    "what is {n}'s age?",
    "what is the age of {n}?",
    "do you know how old {n} is?",
    "tell me how old {n} is",
  ]),
  fact("{n} has {v}", (random) => withArticle(random.pick(random.pick([pets, products]))), [
    "what does {n} have?",
    "what does {n} have?",
    "tell me what {n} has",
    "do you know what {n} has?",
    "what has {n} got?",
  ]),
  fact("{n} works as {v}", (random) => withArticle(random.pick(jobs)), [
    "what does {n} do?",
    "what is {n}'s job?",
    "what is the job of {n}?",
    "what does {n} work as?",
    "tell me what {n} works as",
  ]),
  fact("{n} plays {v}", (random) => random.pick(sports), [
    "what does {n} play?",
    "what does {n} play?",
    "which sport does {n} play?",
    "what sport does {n} play?",
    "tell me what {n} plays",
  ]),
  fact("{n} drinks {v}", (random) => random.pick(drinks), [
    "what does {n} drink?",
    "what does {n} drink?",
    "tell me what {n} drinks",
    "do you know what {n} drinks?",
  ]),
  fact("{n} has a dog called {v}", (random) => random.pick(petNames), [
    "what is {n}'s dog called?",
    "what is the name of {n}'s dog?",
    "which dog does {n} have?",
    "what did {n} call the dog?",
  ]),
  fact("{n} was born in {v}", (random) => random.pick(months), [
    "when was {n} born?",
    "in which month was {n} born?",
    "what month was {n} born in?",
    "tell me when {n} was born",
  ]),
  fact("{n} bought {v}", (random) => withArticle(random.pick(products)), [
    "what did {n} buy?",
    "what did {n} buy?",
    "tell me what {n} bought",
    "do you know what {n} bought?",
  ]),
];
