/**
 * The content of a call in the siege. It depends on the id alone, so the id is enough to check it.
 */
export interface SiegeContent {
  readonly inputs: { readonly question: string; readonly tags: readonly string[] };
  readonly output: { readonly answer: string; readonly score: number };
}

/** The halves of a call, as the bodies of `/call/start` and `/call/end`. */
export interface SiegeHalves {
  readonly start: object;
  readonly end: object;
}

export function contentOf(id: string): SiegeContent {
  return {
    inputs: { question: textOf(id, "asks", 500), tags: [id.slice(0, 4), "siege"] },
    output: { answer: textOf(id, "says", 300), score: Number.parseInt(id.slice(0, 6), 16) / 1e3 },
  };
}

export function halvesOf(project: string, id: string): SiegeHalves {
  const { inputs, output } = contentOf(id);
  const now = Date.now();
  return {
    start: {
      project_id: project,
      id,
      trace_id: id,
      op_name: `siege_${id.slice(0, 1)}`,
      started_at: new Date(now - 850).toISOString(),
      attributes: { from: "siege" },
      inputs,
    },
    end: {
      project_id: project,
      id,
      ended_at: new Date(now).toISOString(),
      output,
      summary: {},
    },
  };
}

function textOf(id: string, verb: string, length: number): string {
  return `${id} ${verb}: the café's 3 "quotes" — and so on. `.repeat(length / 60);
}
