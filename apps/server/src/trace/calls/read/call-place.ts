/** The columns that name a call, and those of its place. */
export const placeColumns = "started_at AS moment, id, version, storage_bytes";

/** The place and the size of a call. */
export interface CallPlace {
  readonly moment: string;
  readonly id: string;
  readonly version: number;
  readonly storage_bytes: number;
}
