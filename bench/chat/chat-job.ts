/** Answers that are asked for at once. */
export interface ChatJob {
  readonly answers: number;
  /** Tokens of each answer. */
  readonly tokens: number;
  /** Whether an answer comes in events or in one piece. An engine alone has events always. */
  readonly isStreamed: boolean;
  /** The number of the first question: each has another, so that no answer is found in a cache. */
  readonly first: number;
}

/** What came of a job. */
export interface ChatRun {
  /** Of all answers together. */
  readonly tokens: number;
  /** From the first question to the end of the last answer. */
  readonly seconds: number;
  /** From each question to its first token, in ms; empty for answers in one piece. */
  readonly firstTokenMs: readonly number[];
  /** Events with text. */
  readonly pieces: number;
  /** Processor time of the process that ran the job. */
  readonly cpuSeconds: number;
}

/** What a single answer was. */
export type ChatAnswer = Pick<ChatRun, "tokens" | "firstTokenMs" | "pieces">;

/** A question, another one for each number. */
export function question(number: number): { readonly role: string; readonly content: string } {
  return { role: "user", content: `${number} is a number. What do you know about it?` };
}

/** Asks for all answers of a job at once, and adds them up. */
export async function runJob(
  { answers, first }: ChatJob,
  ask: (number: number) => Promise<ChatAnswer>,
): Promise<ChatRun> {
  const cpuBefore = process.cpuUsage();
  const askedAt = performance.now();
  const all = await Promise.all(Array.from({ length: answers }, (_, at) => ask(first + at)));
  const seconds = (performance.now() - askedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    seconds,
    firstTokenMs: all.flatMap(({ firstTokenMs }) => firstTokenMs),
    pieces: all.reduce((sum, { pieces }) => sum + pieces, 0),
    cpuSeconds: (user + system) / 1e6,
  };
}
