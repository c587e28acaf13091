/**
 * Checks that the types of the `openai` package and ours fit: a program can pass values of one to
 * the other. Compiled, never run: `tsc` is the test.
 */
import type { Inference, Training } from "@heddle/types";
import type OpenAI from "openai";
import { expectTypeOf } from "vitest";

interface FunctionTools {
  tools?: OpenAI.Chat.ChatCompletionFunctionTool[];
  tool_choice?: "none" | "auto" | "required" | OpenAI.Chat.ChatCompletionNamedToolChoice;
}
type Params = OpenAI.Chat.ChatCompletionCreateParams;

/**
 * The request of `openai` as a plain object type, since ours takes further members of any name.
 * Tools other than functions are refused on the wire, so the compiler may refuse them too.
 */
type Request = {
  [Name in keyof Params]: Name extends keyof FunctionTools ? FunctionTools[Name] : Params[Name];
};

expectTypeOf<Request>().toExtend<Inference.ChatCompletionRequest>();
expectTypeOf<Request>().toExtend<Training.ChatCompletionRequest>();
expectTypeOf<OpenAI.Chat.ChatCompletionMessageParam>().toExtend<Inference.ChatMessage>();
expectTypeOf<OpenAI.Chat.ChatCompletionTool>().not.toExtend<Inference.ChatTool>();

/** An answer goes back into the conversation, and into training, as it came. */
expectTypeOf<OpenAI.Chat.ChatCompletionMessage>().toExtend<Inference.ChatMessage>();
expectTypeOf<Inference.ChatAnswer>().toExtend<Inference.ChatMessage>();
expectTypeOf<OpenAI.Chat.ChatCompletion.Choice>().toExtend<Training.TrajectoryItem>();
expectTypeOf<Inference.ChatChoice>().toExtend<Training.TrajectoryItem>();
expectTypeOf<OpenAI.Chat.ChatCompletionMessageParam>().toExtend<Training.TrajectoryItem>();

/**
 * Our types are wider, as engines are: they take any `finish_reason` and role, and null for members
 * that `openai` leaves out.
 */
expectTypeOf<Inference.ChatCompletion>().not.toExtend<OpenAI.Chat.ChatCompletion>();
expectTypeOf<Inference.Model>().toExtend<OpenAI.Models.Model>();
