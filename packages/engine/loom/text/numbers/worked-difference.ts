import { digitAt } from "./operands.ts";

/**
 * The columns from the ones. A digit that is too small has the borrowed ten in front of it, and every column but the
 * first shows what was borrowed from it, even when that is 0.
 */
function workedColumns(larger: number, smaller: number): string {
  let borrowed = 0;
  const worked = Array.from({ length: String(larger).length }, (_, place) => {
    const [upper, lower] = [digitAt(larger, place), digitAt(smaller, place)];
    const before = borrowed;
    borrowed = upper < lower + before ? 1 : 0;
    const raised = upper + 10 * borrowed;
    const shown = place === 0 ? `${raised} - ${lower}` : `${raised} - ${lower} - ${before}`;
    return `${shown} = ${raised - lower - before}`;
  });
  return worked.join(", ");
}

/**
 * A difference with its answer, worked by columns where an operand has more than one digit. One below zero is worked the
 * other way round.
 */
export function workedDifference(left: number, right: number): string {
  const asked = `${left} - ${right}`;
  const [larger, smaller] = left < right ? [right, left] : [left, right];
  if (larger < 10) return `${asked} = ${left - right}.`;
  const turned = left < right ? `${asked} is below zero. ${larger} - ${smaller}` : asked;
  return `${turned}: ${workedColumns(larger, smaller)}. So ${left - right}.`;
}
