import { digitAt } from "./operands.ts";

/**
 * A sum with its answer, worked by columns from the ones where an operand has more than one digit: that gives a small
 * model a digit at a time to find. Each column but the first shows what is carried into it, even when that is 0.
 */
export function workedSum(left: number, right: number): string {
  const columns = String(Math.max(left, right)).length;
  if (columns === 1) return `${left} + ${right} = ${left + right}.`;
  let carried = 0;
  const worked = Array.from({ length: columns }, (_, place) => {
    const [upper, lower] = [digitAt(left, place), digitAt(right, place)];
    const total = upper + lower + carried;
    const shown = place === 0 ? `${upper} + ${lower}` : `${upper} + ${lower} + ${carried}`;
    carried = total > 9 ? 1 : 0;
    return `${shown} = ${total}`;
  });
  return `${left} + ${right}: ${worked.join(", ")}. So ${left + right}.`;
}
