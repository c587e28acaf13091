/** What stands around reasoning in the text of the models that think before they speak (DeepSeek-R1, Qwen3, SmolLM3). */
export const reasoningMarks = { open: "<think>", close: "</think>" } as const;
