import type { Preferences } from "./examples/preferences.ts";

/** What the stub's handlers get as `context`. A backend of your own puts its stores here. */
export interface StubContext {
  readonly preferences: Preferences;
}
