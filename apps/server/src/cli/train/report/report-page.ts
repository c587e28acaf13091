import { page } from "../../../http/html/layout.ts";
import { html, type Markup, type Part } from "../../../http/html/markup.ts";
import { duration } from "../job-progress.ts";
import { shortNumber } from "../step-metrics.ts";
import { secondsOf } from "../watch.ts";
import { chart } from "./chart.ts";
import { curvesOf, type JobHistory, stepMetrics } from "./curves.ts";

/** Rows of the table of steps; the curves have all steps. */
const mostRows = 1_000;

/** A job as one HTML page that loads and runs nothing. */
export function reportPage(history: JobHistory): string {
  const { job } = history;
  const kind = job.type === "rl" ? "by reward" : "on examples";
  const { config, ...recipe } = job.recipe;
  return page(
    `Training job ${job.id}`,
    html`<h1>Training of ${history.modelName} ${kind}</h1>
      ${job.error && html`<p class="error">${job.error.message}</p>`}
      ${
        job.warnings.length > 0 &&
        html`<h2>Warnings</h2>
          <ul>
            ${job.warnings.map((warning) => html`<li>${warning}</li>`)}
          </ul>`
      }
      ${table(facts(history))}
      <h2>Curves</h2>
      ${curves(history)}
      <h2>Recipe</h2>
      ${table(Object.entries(recipe).map(([name, value]) => [name, text(value)]))}
      <h2>Options</h2>
      <pre>
${config === null ? "none: every option has its default" : JSON.stringify(config, undefined, 2)}</pre>
      <h2>Steps</h2>
      ${steps(history)}`,
  );
}

function facts({ job, modelName }: JobHistory): readonly (readonly [string, Part])[] {
  const took = secondsOf(job);
  return [
    ["Job", job.id],
    ["Model", modelName],
    ["State", job.status],
    ["Step that it made", text(job.step)],
    ["Gradient steps", `${job.completed_sequences} of ${text(job.num_sequences)}`],
    ["Created", job.created_at],
    ["Started", text(job.started_at)],
    ["Ended", text(job.finished_at)],
    ["Took", took === undefined ? "–" : duration(took)],
  ];
}

function curves(history: JobHistory): Part {
  const found = curvesOf(history);
  if (found.length === 0) return html`<p class="quiet">The job has taken no step.</p>`;
  return found.map(chart);
}

function steps({ events }: JobHistory): Markup {
  const all = stepMetrics(events);
  if (all.length === 0) return html`<p class="quiet">The job has taken no step.</p>`;
  const names = [...new Set(all.flatMap((metrics) => Object.keys(metrics)))];
  const shown = all.slice(0, mostRows);
  const more = all.length - shown.length;
  return html`<details>
      <summary>${all.length} gradient steps</summary>
      <table>
        <tr>
          <th>step</th>
          ${names.map((name) => html`<th>${name}</th>`)}
        </tr>
        ${shown.map(
          (metrics, index) =>
            html`<tr>
              <td>${index + 1}</td>
              ${names.map((name) => html`<td>${cell(metrics[name])}</td>`)}
            </tr>`,
        )}
      </table>
    </details>
    ${more > 0 && html`<p class="quiet">${more} more steps are in the curves alone.</p>`}`;
}

function cell(value: number | undefined): string {
  return value === undefined ? "" : shortNumber(value);
}

function table(rows: readonly (readonly [name: string, value: Part])[]): Markup {
  return html`<table>
    ${rows.map(
      ([name, value]) =>
        html`<tr>
          <th>${name}</th>
          <td>${value}</td>
        </tr>`,
    )}
  </table>`;
}

function text(value: string | number | null): string {
  return value === null ? "–" : String(value);
}
