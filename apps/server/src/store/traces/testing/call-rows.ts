/** A row of `calls` about as large as a real one: 1.7 KB. */
export function callRow(project: string, index: number, id: string = crypto.randomUUID()): string {
  const startedAt = Date.UTC(2025, 9, 1) + index * 1000;
  return JSON.stringify({
    project_id: project,
    id,
    started_at: new Date(startedAt).toISOString(),
    ended_at: new Date(startedAt + 500).toISOString(),
    trace_id: crypto.randomUUID(),
    op_name: `weave:///${project}/op/predict:v${index % 7}`,
    inputs: JSON.stringify({ prompt: words(index, 700) }),
    output: JSON.stringify({ text: words(index * 31, 400) }),
    attributes: '{"weave":{"client_version":"1"}}',
    summary: '{"status_counts":{"success":1}}',
    status: "success",
    version: 1,
  });
}

/** Text that compresses about as well as prose. */
function words(seed: number, length: number): string {
  let text = "";
  for (let state = seed + 1; text.length < length; state = (state * 48271) % 2147483647) {
    text += `${(state % 5000).toString(36)} `;
  }
  return text.slice(0, length);
}
