/** A question and its answer, another one for each number. */
export interface Lesson {
  readonly question: string;
  readonly answer: string;
}

export function lesson(number: number): Lesson {
  return {
    question: `Where is parcel ${number}?`,
    answer: `Parcel ${number} waits on shelf ${(number * 37) % 101}, behind the old blue boxes near the door.`,
  };
}

/** Training data of so many lessons. */
export function lines(count: number): string {
  return Array.from({ length: count }, (_, number) => {
    const { question, answer } = lesson(number);
    const messages = [
      { role: "user", content: question },
      { role: "assistant", content: answer },
    ];
    return `${JSON.stringify({ messages })}\n`;
  }).join("");
}

/** Lessons of one optimizer step. */
export const batchSize = 8;

/** The rate that suits the built-in model. */
export const learningRate = 0.003;
