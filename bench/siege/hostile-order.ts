/** The order for the hostile process: keys of an entity of its own, and the file of its log. */
export interface HostileOrder {
  readonly url: string;
  readonly project: string;
  readonly writeKey: string;
  readonly readKey: string;
  readonly logFile: string;
}
