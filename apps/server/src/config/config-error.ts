/** A setting or an argument is wrong. The message is one line that names it and says what to do. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
