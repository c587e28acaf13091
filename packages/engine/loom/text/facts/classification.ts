import { ask, asTyped, capitalised, type Exchange } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { fill } from "../wording.ts";
import { spoken, withArticle } from "./articles.ts";
import { moodRequests, textFirst, textLast, topicRequests } from "./classification-requests.ts";
import { markedSentences } from "./marked-sentences.ts";
import { anyPerson, anyTown } from "./people.ts";
import {
  adjectiveSentences,
  blame,
  feelingSentences,
  neutralSentences,
  praise,
  predicateSentences,
  reviewed,
  verbSentences,
} from "./sentiment-words.ts";
import { days } from "./things.ts";
import { supportTopics } from "./support-topics.ts";
import { nounSentences, topics, type Topic } from "./topic-words.ts";

/** A text to sort, and the word in it that decides. */
interface Judged {
  readonly text: string;
  /** As it stands in the text, apart from the case. */
  readonly trigger: string;
}

/** Fills a sentence and the places of its trigger. */
function judged(random: Random, sentence: string, trigger: string): Judged {
  const text = fill(sentence, {
    w: trigger,
    t: random.pick(reviewed),
    name: anyPerson(random),
    city: anyTown(random),
    day: random.pick(days),
  });
  return { text, trigger };
}

/** A sentence whose trigger stands in square brackets. */
function marked(random: Random, sentence: string): Judged {
  const trigger = /\[([^\]]+)\]/.exec(sentence)?.[1] ?? "";
  return judged(random, sentence.replace(`[${trigger}]`, trigger), trigger);
}

function mood(random: Random, isPraise: boolean): Judged {
  const words = isPraise ? praise : blame;
  const kind = random.next();
  if (kind < 0.45) {
    const adjective = random.pick(words.adjectives);
    const fitting = adjective.includes(" ")
      ? adjectiveSentences.filter((sentence) => !/so \{w\}|^\{w\}|really/.test(sentence))
      : adjectiveSentences;
    return judged(random, random.pick(fitting), adjective);
  }
  if (kind < 0.65) return judged(random, random.pick(verbSentences), random.pick(words.verbs));
  if (kind < 0.82) {
    return judged(random, random.pick(predicateSentences), random.pick(words.predicates));
  }
  return judged(random, random.pick(feelingSentences), random.pick(words.feelings));
}

function ofTopic(random: Random, { nouns, sentences }: Topic): Judged {
  return random.chance(0.55)
    ? marked(random, random.pick(sentences))
    : judged(random, random.pick(nounSentences), random.pick(nouns));
}

/** How a text is written: with a capital or without, with a full stop or none. */
function written(random: Random, text: string): string {
  const opened = random.chance(0.75) ? capitalised(text) : text;
  if (opened.endsWith("?")) return opened;
  return opened + (random.chance(0.6) ? random.pick([".", ".", ".", "!"]) : "");
}

/** `Travel, because it says "flew".` with the trigger as the text has it. */
function answered(label: string, text: string, trigger: string): string {
  const start = text.toLowerCase().indexOf(trigger.toLowerCase());
  const quoted = text.slice(start, start + trigger.length);
  return `${capitalised(label)}, because it says "${quoted}".`;
}

function request(
  random: Random,
  wordings: readonly string[],
  labels: readonly string[],
  text: string,
  noun: string,
): string {
  const wording = random.pick(wordings);
  const isClosed = /[.!?]$/.test(text);
  const isInside = /\{text\}(?:,| as| \(| [A-Z])/.test(wording) || wording.startsWith("{text} ");
  const isQuoted =
    random.chance(0.3) || wording.includes("{text} as") || wording.includes("{text},");
  const inPlace = isQuoted ? `"${text}"` : isInside && !isClosed ? `${text}.` : text;
  const list =
    random.chance(0.2) && labels.length === 2
      ? labels.join(random.pick(["/", " / "]))
      : labels.join(", ");
  return fill(wording, {
    labels: random.chance(0.9)
      ? spoken(labels, "or")
      : labels.join(labels.length === 2 ? "/" : ", "),
    list,
    text: inPlace,
    noun,
  });
}

/** Varies how a request begins and ends, but never the text in it. */
function typed(random: Random, asked: string, text: string): string {
  if (asked.startsWith(text)) return asked;
  if (!asked.endsWith(text)) return asTyped(random, asked);
  return random.chance(0.4) ? capitalised(asked) : asked;
}

const orders = [...textLast, ...textLast, ...textFirst, ...textFirst];
const topicOrders = [...orders, ...topicRequests, ...topicRequests];
const moodLabels: readonly (readonly [string, string])[] = [
  ["positive", "negative"],
  ["positive", "negative"],
  ["positive", "negative"],
  ["good", "bad"],
  ["happy", "unhappy"],
];
const reviewNouns = ["review", "review", "sentence", "text", "comment", "message", "feedback"];
const textNouns = ["text", "text", "sentence", "message", "headline", "note", "post"];

/** Whether a text praises or blames: `Positive, because it says "love".` */
export function sentiment(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const isPraise = random.chance(0.5);
    const [good, bad] = random.pick(moodLabels);
    const noun = random.pick(reviewNouns);
    const mayBeNeutral = good === "positive" && random.chance(0.15);
    const isNeutral = mayBeNeutral && random.chance(0.4);
    const { text: plain, trigger } = isNeutral
      ? judged(random, random.pick(neutralSentences), "")
      : mood(random, isPraise);
    const text = written(random, plain);
    const answer = isNeutral
      ? "Neutral, because it says nothing good or bad."
      : answered(isPraise ? good : bad, text, trigger);
    const pair = random.chance(0.75) ? [good, bad] : [bad, good];
    const labels = mayBeNeutral ? [...pair, "neutral"] : pair;
    const isBare = good === "positive" && !mayBeNeutral && random.chance(0.2);
    const asked = request(random, isBare ? moodRequests : orders, labels, text, noun);
    return { key: plain, messages: ask(typed(random, asked, text), answer) };
  });
}

function shuffled<T>(random: Random, entries: readonly T[]): T[] {
  const rest = [...entries];
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(random.integer(0, rest.length - 1), 1));
  return order;
}

/** Which of the given labels is what a text is about: `Travel, because it says "flew".` */
export function topicClassification(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const group = random.chance(0.85) ? topics : supportTopics;
    const count = random.pick([2, 2, 3, 3, 3, 4, 5]);
    const offered = shuffled(random, group).slice(0, count);
    const right = random.integer(0, count - 1);
    const labels = offered.map((topic) => random.pick(topic.labels));
    const { text: plain, trigger } = ofTopic(random, offered[right] ?? random.pick(offered));
    const text = written(random, plain);
    const label = labels[right] ?? "";
    const isTitled = random.chance(0.2);
    const shown = isTitled ? labels.map(capitalised) : labels;
    const wordings = group === topics ? topicOrders : orders;
    const asked = request(random, wordings, shown, text, random.pick(textNouns));
    return {
      key: plain,
      messages: ask(typed(random, asked, text), answered(label, text, trigger)),
    };
  });
}

/** Urgent or not, spam or not, question or statement, with the reason. */
export function twoWayClassification(random: Random, split: Split): Exchange {
  return drawFrom(split, () => {
    const group = random.pick(markedSentences);
    const isFirst = random.chance(0.5);
    const { text: plain, trigger } = marked(
      random,
      random.pick(isFirst ? group.first : group.second),
    );
    const label = isFirst ? group.labels[0] : group.labels[1];
    let text = written(random, plain);
    if (group.reason === "ending" && !/[.!?]$/.test(text)) text += ".";
    const isNoun = group.reason === "ending" && random.chance(0.5);
    const shown = isNoun ? group.labels.map(withArticle) : group.labels;
    const order = random.chance(0.75) ? shown : shown.toReversed();
    const asked = request(
      random,
      orders,
      order,
      text,
      random.pick(["message", "text", "sentence", "email"]),
    );
    const answer =
      group.reason === "ending"
        ? `${capitalised(label)}, because it ends with ${text.endsWith("?") ? "a question mark" : text.endsWith("!") ? "an exclamation mark" : "a full stop"}.`
        : answered(label, text, trigger);
    return { key: plain, messages: ask(typed(random, asked, text), answer) };
  });
}
