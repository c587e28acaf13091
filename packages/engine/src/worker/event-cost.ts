import type { SampleEvent } from "../sampling.ts";

/** Alternatives that weigh as much as a token. */
const alternativesPerToken = 16;

/** What an event counts against the tokens that a consumer may leave unread: tokens, and alternatives beside them. */
export function eventCost(event: SampleEvent): number {
  if (event.kind !== "tokens") return 0;
  let alternatives = 0;
  for (const top of event.top ?? []) alternatives += top.length;
  return event.tokens.length + Math.floor(alternatives / alternativesPerToken);
}
