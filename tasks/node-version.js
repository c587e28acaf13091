/**
 * The oldest Node that can start the install, on platforms for which the lockfile brings a Node.
 */
const oldestToInstall = [20, 19];
/** Elsewhere the machine's Node runs everything, so it must read TypeScript itself. */
const oldestToRun = [22, 18];

/**
 * Says in one line why a Node cannot run this repository; undefined if it can.
 *
 * @param {{ readonly platform: string, readonly arch: string, readonly version: string }} machine
 *   as `process` names them, the version without its "v"
 * @returns {string | undefined}
 */
export function nodeRefusal({ platform, arch, version }) {
  const isBrought = platform === "linux" && ["x64", "arm64"].includes(arch);
  const oldest = isBrought ? oldestToInstall : oldestToRun;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `This is Node ${version}, and Heddle needs ${oldest.join(".")} or newer here: https://nodejs.org`;
}
