import { html, type Markup } from "../../../http/html/markup.ts";
import { shortNumber } from "../step-metrics.ts";

/** A curve: what it shows, and its points in the order of x. */
export interface Curve {
  readonly title: string;
  /** What x counts. */
  readonly over: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const [width, height] = [640, 180];
const margin = { left: 64, right: 12, top: 10, bottom: 24 };
/** More are averaged: a page shows no more. */
const mostPoints = 1_000;
/** So few get a mark each, with their numbers. */
const mostMarks = 120;

/** A curve as inline SVG, in the colours of the page. */
export function chart({ title, over, points: all }: Curve): Markup {
  const points = averaged(all);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const placeX = (x: number): number => scaled(x, left, right, margin.left, width - margin.right);
  const placeY = (y: number): number => scaled(y, bottom, top, height - margin.bottom, margin.top);
  const placed = points.map(({ x, y }) => ({
    at: placeX(x),
    high: placeY(y),
    says: `${over} ${shortNumber(x)}: ${shortNumber(y)}`,
  }));
  const line = placed.map(({ at, high }) => `${at},${high}`).join(" ");
  const marks = placed.length > mostMarks ? [] : placed;
  const axis = `M${margin.left} ${margin.top}V${height - margin.bottom}H${width - margin.right}`;
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 ${width} ${height}"
      width="${width}"
      role="img"
      aria-label="${title}"
      font-size="11"
      fill="currentColor"
    >
      <path d="${axis}" fill="none" stroke="#8888" />
      ${[...new Set([top, bottom])].map(
        (y) =>
          html`<text x="${margin.left - 6}" y="${placeY(y) + 4}" text-anchor="end"
            >${shortNumber(y)}</text
          >`,
      )}
      ${[...new Set([left, right])].map(
        (x) =>
          html`<text x="${placeX(x)}" y="${height - 6}" text-anchor="middle"
            >${shortNumber(x)}</text
          >`,
      )}
      <text x="${(margin.left + width) / 2}" y="${height - 6}" text-anchor="middle" opacity="0.6">
        ${left < right && over}
      </text>
      <polyline points="${line}" fill="none" stroke="#2563eb" stroke-width="1.5" />
      ${marks.map(
        ({ at, high, says }) =>
          html`<circle cx="${at}" cy="${high}" r="2.5" fill="#2563eb"
            ><title>${says}</title></circle
          >`,
      )}
    </svg>
  </figure>`;
}

/** A value between two others as a coordinate between two others, to a tenth; the middle where they are one. */
function scaled(value: number, low: number, high: number, from: number, to: number): number {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return Math.round((from + share * (to - from)) * 10) / 10;
}

function averaged(points: Curve["points"]): Curve["points"] {
  const size = Math.ceil(points.length / mostPoints);
  if (size <= 1) return points;
  const means: { x: number; y: number }[] = [];
  for (let start = 0; start < points.length; start += size) {
    const group = points.slice(start, start + size);
    const sum = group.reduce((total, { y }) => total + y, 0);
    means.push({ x: group.at(-1)?.x ?? 0, y: sum / group.length });
  }
  return means;
}
