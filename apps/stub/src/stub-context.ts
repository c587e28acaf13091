import type { Preferences } from "./examples/preferences.ts";

/** The `context` of the stub's handlers. A backend of your own puts its stores here. */
export interface StubContext {
  readonly preferences: Preferences;
}
