import type { CurvePoint } from "./training-run.ts";

const width = 720;
const height = 360;
const margin = { left: 56, right: 16, top: 36, bottom: 44 };

/** Losses that get a line across the picture. */
const gridLosses = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** The loss over the tokens seen as an SVG: the loss on a logarithmic axis, neighbouring points averaged. */
export function lossCurve(curve: readonly CurvePoint[], title: string): string {
  const points = averaged(curve, 240).filter(({ loss }) => loss > 0);
  const mostTokens = Math.max(1, ...points.map(({ tokens }) => tokens));
  const losses = points.map(({ loss }) => loss);
  const [lowest, highest] = [Math.min(...losses) * 0.8, Math.max(...losses) * 1.2];
  const x = (tokens: number): number =>
    margin.left + ((width - margin.left - margin.right) * tokens) / mostTokens;
  const y = (loss: number): number =>
    margin.top +
    ((height - margin.top - margin.bottom) * Math.log(highest / loss)) / Math.log(highest / lowest);
  const path = points
    .map(
      ({ tokens, loss }, index) =>
        `${index ? "L" : "M"}${x(tokens).toFixed(1)} ${y(loss).toFixed(1)}`,
    )
    .join("");
  const losslines = gridLosses
    .filter((loss) => loss > lowest && loss < highest)
    .map(
      (loss) =>
        `<path class="grid" d="M${margin.left} ${y(loss).toFixed(1)}H${width - margin.right}"/>` +
        `<text x="${margin.left - 8}" y="${(y(loss) + 4).toFixed(1)}" text-anchor="end">${loss}</text>`,
    );
  const tokenMarks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="${x(share * mostTokens).toFixed(1)}" y="${height - 22}" text-anchor="middle">` +
      `${((share * mostTokens) / 1e6).toFixed(1)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<style>.grid{stroke:#d0d0d0}.curve{stroke:#2563eb;stroke-width:1.5;fill:none}text{fill:#444}</style>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${margin.left}" y="20" font-size="14">${title}</text>`,
    ...losslines,
    ...tokenMarks,
    `<text x="${width / 2}" y="${height - 6}" text-anchor="middle">million tokens seen</text>`,
    `<path class="curve" d="${path}"/>`,
    "</svg>",
    "",
  ].join("\n");
}

/** At most `most` points, each the mean of its neighbours. */
function averaged(curve: readonly CurvePoint[], most: number): CurvePoint[] {
  const size = Math.max(1, Math.ceil(curve.length / most));
  const means: CurvePoint[] = [];
  for (let start = 0; start < curve.length; start += size) {
    const group = curve.slice(start, start + size);
    means.push({
      tokens: group.at(-1)?.tokens ?? 0,
      loss: group.reduce((sum, { loss }) => sum + loss, 0) / group.length,
    });
  }
  return means;
}
