import type { Random } from "../random.ts";
import { request } from "../request.ts";
import { betweenWordings, differenceWordings } from "./difference-wordings.ts";
import { written } from "./operands.ts";

const options = { endsFreely: true, shares: { questions: 45, commands: 30, bare: 25 } } as const;

/** A request to subtract the second number from the first; "the difference between" names them in any order. */
export function differenceRequest(random: Random, numbers: readonly [number, number]): string {
  const [a = "", b = ""] = written(random, numbers);
  if (numbers[0] < numbers[1] || random.chance(0.85)) {
    return request(random, differenceWordings, { a, b }, options);
  }
  return request(random, betweenWordings, random.chance(0.25) ? { a: b, b: a } : { a, b }, options);
}
