/** A time of the records as answers write it: six digits of a second, or none where all are zero. */
export function wireTime(iso: string): string {
  const [, whole = iso, ms = "000"] = /^(.*)\.(\d{3})Z$/.exec(iso) ?? [];
  return ms === "000" ? `${whole}Z` : `${whole}.${ms}000Z`;
}
