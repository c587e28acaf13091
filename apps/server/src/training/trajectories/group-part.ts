/** Where a JSON text stands in a file. */
export interface FilePlace {
  readonly offset: number;
  readonly bytes: number;
}

/** A trajectory in the index of its file. */
export interface IndexedTrajectory extends FilePlace {
  readonly reward: number;
}

/** A group in a file of trajectories, or a part of one that has many. */
export interface GroupPart {
  /** Counts up in the file. */
  readonly position: number;
  /** The position of the first part of the group. */
  readonly groupPosition: number;
  /** The group without its trajectories. */
  readonly group: FilePlace;
  readonly numTrajectories: number;
  readonly numExceptions: number;
  /** Of the whole group; null where it has no trajectory, or where a sum is not finite. */
  readonly meanReward: number | null;
  readonly rewardStdDev: number | null;
  /** Trajectories of the group before this part. */
  readonly firstIndex: number;
  readonly trajectories: readonly IndexedTrajectory[];
}

/** A part of a list: it belongs to a file, which came at one moment. */
export interface KeptPart extends GroupPart {
  readonly fileId: string;
  readonly modelId: string;
  readonly jobId: string | null;
  readonly split: string;
  readonly step: number;
  readonly createdAt: string;
}
