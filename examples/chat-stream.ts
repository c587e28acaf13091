/** Prints an answer while the model is still writing it. */
import { Heddle } from "@heddle/client";
import { settings } from "./settings.ts";

const heddle = new Heddle(settings);
const question = {
  model: "OpenPipe/Qwen3-14B-Instruct",
  messages: [{ role: "user" as const, content: "How do I change my address?" }],
};

// `stream: true` makes it a stream, for the compiler too.
const stream = await heddle.inference.chat.create({ ...question, stream: true });
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
process.stdout.write("\n");

// Without it, the answer comes in one piece.
const completion = await heddle.inference.chat.create(question);
console.log(`whole: ${completion.choices[0]?.message.content}`);
