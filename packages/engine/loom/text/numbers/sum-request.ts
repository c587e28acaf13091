import type { Random } from "../random.ts";
import { request } from "../request.ts";
import { written } from "./operands.ts";
import { sumWordings } from "./sum-wordings.ts";

/** A request to add two numbers, which it names in this order. */
export function sumRequest(random: Random, numbers: readonly [number, number]): string {
  const [a = "", b = ""] = written(random, numbers);
  return request(
    random,
    sumWordings,
    { a, b },
    { endsFreely: true, shares: { questions: 45, commands: 27, bare: 28 } },
  );
}
