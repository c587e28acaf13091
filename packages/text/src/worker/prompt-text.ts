/** A prompt as the chat template wrote it, and as the model reads it. */
export interface PromptText {
  readonly text: string;
  readonly tokens: Int32Array;
}
