/** Gives a call up. */
export interface TextCallOptions {
  readonly signal?: AbortSignal;
}

/** How a chat template is rendered. */
export interface RenderOptions extends TextCallOptions {
  /** What `strftime_now` shows. */
  readonly now?: Date;
}
