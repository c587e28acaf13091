/** Which part of which file. */
export interface PartId {
  readonly fileId: string;
  readonly position: number;
}

/** Which trajectory of a part. */
export interface TrajectoryId extends PartId {
  /** Within the part. */
  readonly at: number;
}

const partForm = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.(0|[1-9]\d{0,8})$/;
const trajectoryForm =
  /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** The id of a part on the wire. */
export function partIdText({ fileId, position }: PartId): string {
  return `${fileId}.${position}`;
}

/** The id of a trajectory on the wire. */
export function trajectoryIdText({ at, ...part }: TrajectoryId): string {
  return `${partIdText(part)}.${at}`;
}

/** Undefined for a text that is no id of a part. */
export function parsePartId(text: string): PartId | undefined {
  const [, fileId, position] = partForm.exec(text) ?? [];
  return fileId === undefined ? undefined : { fileId, position: Number(position) };
}

/** Undefined for a text that is no id of a trajectory. */
export function parseTrajectoryId(text: string): TrajectoryId | undefined {
  const [, fileId, position, at] = trajectoryForm.exec(text) ?? [];
  if (fileId === undefined) return undefined;
  return { fileId, position: Number(position), at: Number(at) };
}
