/**
 * Asks a running server the questions of `questions/*.jsonl`, prints scores and misses, and with `--write` puts the
 * scores into the model's folder, from which its card is made.
 *
 * `node loom/ask.ts --key KEY [--url http://127.0.0.1:4777/v1] [--questions folder] [--misses n] [--write]`
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeCard } from "./card/write-card.ts";
import { askQuestion, type Asking } from "./questions/ask-question.ts";
import { declines, isRight } from "./questions/judge.ts";
import type { Question } from "./questions/question.ts";
import { type CategoryScore, questionTable } from "./questions/question-table.ts";

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:4777/v1" },
    key: { type: "string" },
    questions: {
      type: "string",
      default: fileURLToPath(new URL("./questions", import.meta.url)),
    },
    misses: { type: "string", default: "0" },
    write: { type: "boolean", default: false },
  },
});
if (options.key === undefined) {
  throw new Error("Give the key that `npm start` printed: --key KEY.");
}
const server = { url: options.url, key: options.key };

/** Questions at a time. */
const abreast = 16;

async function askAll(asked: readonly Question[]): Promise<Asking[]> {
  const answers: Asking[] = [];
  for (let start = 0; start < asked.length; start += abreast) {
    const some = asked.slice(start, start + abreast);
    answers.push(...(await Promise.all(some.map((question) => askQuestion(server, question)))));
  }
  return answers;
}

const scores: CategoryScore[] = [];
for (const file of readdirSync(options.questions).filter((name) => name.endsWith(".jsonl"))) {
  const asked = readFileSync(join(options.questions, file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Question);
  const answers = await askAll(asked);
  const judged = asked.map((question, index) => {
    const answer = answers[index] as Asking;
    return { question, answer, isRight: isRight(answer, question.expect) };
  });
  const example = judged.find((one) => one.isRight) ?? judged[0];
  scores.push({
    category: file.replace(".jsonl", "").replaceAll("-", " "),
    asked: asked.length,
    right: judged.filter((one) => one.isRight).length,
    declined: answers.filter(({ text }) => declines(text ?? "")).length,
    ended: answers.filter(({ text }) => text !== null).length,
    broken: answers.reduce((sum, { broken }) => sum + broken, 0),
    cut: answers.reduce((sum, { cut }) => sum + cut, 0),
    example: {
      question: example?.question.messages.at(-1)?.content ?? "",
      answer:
        example?.answer.calls
          .map((call) => JSON.stringify(call))
          .concat(example.answer.text ?? [])
          .filter((part) => part !== "")
          .join(" ") ?? "",
    },
  });
  const misses = judged.filter((one) => !one.isRight);
  for (const { question, answer } of misses.slice(0, Number(options.misses))) {
    process.stdout.write(`${file}: ${JSON.stringify({ ...question, answer })}\n`);
  }
}
process.stdout.write(`${questionTable(scores)}\n`);
if (options.write) {
  const folder = fileURLToPath(new URL("../models/loom", import.meta.url));
  writeFileSync(join(folder, "questions.json"), `${JSON.stringify(scores, null, 2)}\n`);
  writeCard(folder);
}
