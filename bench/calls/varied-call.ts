import { callsPerTrace } from "./call-sequence.ts";
import { sampleHalves } from "./sample-call.ts";

/** Values by which calls of {@link variedHalves} can be found. */
interface VariedValues {
  readonly temperatures: readonly number[];
  readonly words: readonly string[];
  readonly users: readonly string[];
  session(index: number): string;
  ticket(index: number, writer: number): string;
}

/** The values, and how often each occurs. */
export const variedValues: VariedValues = {
  /** One each for a quarter of the calls. */
  temperatures: [0.2, 0.3, 0.5, 0.7],
  /** Each for one of 4,096 samples. */
  session: (index: number): string => `session-${index.toString().padStart(4, "0")}`,
  /** Each for the calls that one writer makes from one sample. */
  ticket: (index: number, writer: number): string => `${placeholder(index).slice(0, -1)}${writer}`,
  /** A word in the outputs of about a fifth of the calls. */
  words: ["hebe", "kabe", "dobe", "fibe"],
  /** Each for 1/20 of the calls. */
  users: Array.from({ length: 20 }, (_, index) => `user-${index}`),
};

/** As long as a ticket, which takes its place when the writer is known. */
function placeholder(index: number): string {
  return `QX${index.toString(36).toUpperCase().padStart(4, "0")}Z`;
}

/** Of so many calls, one fails. */
const callsPerError = 50;
const callsPerSmallModel = 10;

/** The halves of a call, and the user whose key sends them. */
export interface VariedCall {
  readonly start: string;
  readonly end: string;
  readonly user: string;
  /** Stands for the ticket in the inputs and in the output. */
  readonly placeholder: string;
}

/**
 * A sample call with values to search for: the user, a temperature, a session, a model, an error,
 * and a ticket in the inputs and the output. Which of them depends on `index` alone.
 */
export function variedHalves(index: number): VariedCall {
  const [start, end] = sampleHalves(index).map((half) => JSON.parse(half) as Half);
  const model = index % callsPerSmallModel === 3 ? "example-small-1" : "example-large-2";
  const { temperatures, users } = variedValues;
  // Apart from the position in the trace, which decides the name of the op.
  const trace = Math.floor(index / callsPerTrace);
  Object.assign(start?.req["start"]?.["inputs"] as object, {
    model,
    temperature: temperatures[trace % temperatures.length],
    session: variedValues.session(index),
    ticket: placeholder(index),
  });
  const ended = end?.req["end"] as Record<string, unknown>;
  const { usage } = ended["summary"] as { usage: Record<string, unknown> };
  Object.assign(ended["summary"] as object, { usage: { [model]: Object.values(usage)[0] } });
  const { choices } = ended["output"] as { choices: { message: { content: string } }[] };
  for (const { message } of choices) message.content += ` ${placeholder(index)}.`;
  // Scattered, so that each user and each op has errors.
  if (Math.imul(index, 0x9e3779b1) >>> 0 < 2 ** 32 / callsPerError)
    ended["exception"] = "TimeoutError: the model did not answer";
  return {
    start: JSON.stringify(start),
    end: JSON.stringify(end),
    user: users[Math.floor(index / 3) % users.length] ?? "",
    placeholder: placeholder(index),
  };
}

interface Half {
  readonly req: Readonly<Record<string, Record<string, unknown>>>;
}
