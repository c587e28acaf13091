import type { Wordings } from "../request.ts";

/** What people put around something to calculate, `{e}`: "35 + 48" or "35 plus 48". */
const around: Wordings = {
  questions: [
    "what is {e}?",
    "what is {e}?",
    "what is {e}?",
    "what is {e}?",
    "what is {e}?",
    "what is {e} equal to?",
    "what is the answer to {e}?",
    "what is the result of {e}?",
    "how much is {e}?",
    "how much is {e}?",
    "how many is {e}?",
    "how much does {e} make?",
    "what does {e} equal?",
    "what does {e} make?",
    "what does {e} give?",
    "what does {e} come to?",
    "what would {e} be?",
    "what do you get for {e}?",
    "what do i get from {e}?",
    "{e} equals what?",
    "{e} equals?",
    "{e} is what?",
    "{e} is how much?",
    "{e} makes what?",
    "{e} makes?",
    "can you tell me what {e} is?",
    "could you tell me {e}?",
    "do you know what {e} is?",
    "do you know {e}?",
    "can you calculate {e}?",
    "can you solve {e}?",
    "can you do {e}?",
  ],
  commands: [
    "calculate {e}",
    "calculate {e}",
    "calculate: {e}",
    "compute {e}",
    "compute: {e}",
    "work out {e}",
    "solve {e}",
    "solve: {e}",
    "solve this: {e}",
    "evaluate {e}",
    "find {e}",
    "figure out {e}",
    "do {e}",
    "answer this: {e}",
    "tell me {e}",
    "tell me what {e} is",
    "tell me how much {e} is",
    "tell me the result of {e}",
    "give me the result of {e}",
    "give me the answer to {e}",
    "calculate the result of {e}",
  ],
  bare: [
    "{e}",
    "{e}",
    "{e}",
    "{e} =",
    "{e} =",
    "{e}=",
    "{e} = ?",
    "{e} =?",
    "{e}?",
    "{e} = what?",
    "{e} equals",
    "{e} is",
    "{e} please",
    "{e}, please",
    "i need {e}",
    "i need to know what {e} is",
    "i'd like to know what {e} is",
    "i want to know how much {e} is",
    "math: {e}",
    "here is a calculation: {e}",
    "the answer to {e}",
    "the result of {e}",
  ],
};

/** The wordings of a calculation: every frame around every way to write it, and the wordings of its own. */
export function calculationWordings(expressions: readonly string[], own: Wordings): Wordings {
  const framed = (frames: readonly string[]): string[] =>
    frames.flatMap((frame) =>
      expressions.map((expression) => frame.replace("{e}", () => expression)),
    );
  // As often as the frames together, so that neither sort is rare.
  const repeated = (templates: readonly string[], count: number): string[] =>
    Array.from(
      { length: Math.max(templates.length, count) },
      (_, index) => templates[index % templates.length] ?? "",
    );
  const merged = (sort: keyof Wordings): string[] => {
    const frames = framed(around[sort]);
    return own[sort].length === 0
      ? frames
      : [...frames, ...repeated(own[sort], Math.ceil(frames.length * 0.8))];
  };
  return { questions: merged("questions"), commands: merged("commands"), bare: merged("bare") };
}
