import type { Training } from "@heddle/client";

/** Groups again and again, until their JSON has so many bytes. */
export function repeated(
  groups: readonly Training.TrajectoryGroup[],
  bytes: number,
): { readonly groups: Training.TrajectoryGroup[]; readonly bytes: number } {
  const ofOne = JSON.stringify(groups).length;
  const times = Math.ceil(bytes / ofOne);
  return { groups: Array.from({ length: times }, () => groups).flat(), bytes: times * ofOne };
}
