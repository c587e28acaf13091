/** What usage is counted by, beside the hour. */
export interface UsageSeries {
  /** The entity of the key. */
  readonly entity: string;
  /** `entity/project`; empty for all projects beyond those that are counted apart. */
  readonly project: string;
  /** The name of a request; empty where the project is. */
  readonly model: string;
}

/** What an entity used in an hour beyond the series that are counted apart. */
export function otherSeries(entity: string): UsageSeries {
  return { entity, project: "", model: "" };
}
