/** The scope of repeats of job creations: those of one model. */
export function jobScopeOf(modelId: string): string {
  return `${modelId} jobs`;
}
