import type { Constraint } from "../constraint.ts";
import type { GrammarHost } from "../grammar-host.ts";
import { byteEnd } from "./vocabularies.ts";

/** Whether a text, byte by byte and then ended, is what a constraint allows. */
export async function matches(
  constraint: Constraint,
  text: string,
  host: GrammarHost,
): Promise<boolean> {
  const matcher = await host.matcher(await host.compile(constraint));
  try {
    for (const byte of Buffer.from(text)) if (!(await matcher.accept(byte))) return false;
    return await matcher.accept(byteEnd);
  } finally {
    matcher.dispose();
  }
}
