/** What the hostile process is given: keys of an entity of its own, and where to write. */
export interface HostileOrder {
  readonly url: string;
  readonly project: string;
  readonly writeKey: string;
  readonly readKey: string;
  readonly logFile: string;
}
