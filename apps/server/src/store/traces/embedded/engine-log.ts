/** The part of a logger that the trace store uses: facts first, then a fixed text. */
export interface EngineLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
