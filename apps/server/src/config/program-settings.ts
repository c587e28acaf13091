/** What a program that calls a server may find in its environment; `heddle chat` is one. */
export interface ProgramSettings {
  /** The server's address, without a slash at its end. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
}

/** Reads the variables that programs share. An empty one counts as not given. */
export function programSettings(
  env: Readonly<Record<string, string | undefined>>,
): ProgramSettings {
  return {
    baseUrl: env["HEDDLE_BASE_URL"]?.replace(/(?<!\/)\/+$/, "") || undefined,
    apiKey: env["HEDDLE_API_KEY"] || undefined,
  };
}
