/** Standard deviations that hold 95 % of a normal distribution. */
const deviations = 1.959964;

/**
 * The 95 % interval of a share of which `right` of `asked` were seen (Wilson 1927, "Probable Inference, the Law of
 * Succession, and Statistical Inference").
 */
export function interval(right: number, asked: number): readonly [low: number, high: number] {
  const share = right / asked;
  const square = deviations ** 2 / asked;
  const middle = (share + square / 2) / (1 + square);
  const half =
    (deviations * Math.sqrt((share * (1 - share)) / asked + square / asked / 4)) / (1 + square);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
