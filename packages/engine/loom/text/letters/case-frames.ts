import type { TaskWordings } from "./task.ts";

/** Ways to ask for text in a case by its names, each with the orders that are the same for all. */
export function caseWordings(names: readonly string[], own: TaskWordings): TaskWordings {
  const named = (templates: readonly string[]): string[] =>
    templates.flatMap((template) => names.map((name) => template.replace("{case}", name)));
  return {
    questions: [
      ...named([
        "what is {x} in {case}?",
        "how do you write {x} in {case}?",
        "how does {x} look in {case}?",
        "can you write {x} in {case}?",
        "can you put {x} in {case}?",
        "can you say {x} in {case}?",
        "could you give me {x} in {case}?",
        "can you convert {x} to {case}?",
      ]),
      ...own.questions,
    ],
    commands: [
      ...named([
        "put {x} in {case}",
        "put {x} into {case}",
        "write {x} in {case}",
        "write {x} with {case}",
        "type {x} in {case}",
        "say {x} in {case}",
        "give me {x} in {case}",
        "show me {x} in {case}",
        "print {x} in {case}",
        "convert {x} to {case}",
        "convert {x} into {case}",
        "change {x} to {case}",
        "turn {x} into {case}",
        "transform {x} to {case}",
        "rewrite {x} in {case}",
        "return {x} in {case}",
        "make {x} {case}",
        "repeat {x} in {case}",
      ]),
      ...own.commands,
    ],
    bare: [
      ...named([
        "{x} in {case}",
        "{x} in {case} please",
        "{x} to {case}",
        "{x}, in {case}",
        "i need {x} in {case}",
        "i'd like {x} in {case}",
        "i want {x} in {case}",
        "in {case}: {x}",
      ]),
      ...own.bare,
    ],
    orders: [
      ...named([
        "put this in {case}",
        "put it in {case}",
        "put these in {case}",
        "put these words in {case}",
        "write this in {case}",
        "write it in {case}",
        "write the following in {case}",
        "write this text in {case}",
        "convert this to {case}",
        "convert to {case}",
        "convert it to {case}",
        "convert the following to {case}",
        "change this to {case}",
        "turn this into {case}",
        "rewrite this in {case}",
        "rewrite it in {case}",
        "give me this in {case}",
        "say this in {case}",
        "make this {case}",
        "make it {case}",
        "repeat this in {case}",
      ]),
      ...own.orders,
    ],
    labels: [...named(["in {case}", "to {case}", "{case}"]), ...own.labels],
  };
}
