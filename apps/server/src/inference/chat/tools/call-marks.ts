/** What stands around a call in the Hermes form, which most models with open weights were trained on. */
export const callMarks = { open: "<tool_call>", close: "</tool_call>" } as const;
