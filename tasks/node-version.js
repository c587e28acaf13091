/** Where the lockfile brings a Node, this is the oldest one that can start the install. */
const oldestToInstall = [20, 19];
/** Elsewhere the Node of the machine runs everything, and has to read TypeScript by itself. */
const oldestToRun = [22, 18];

/**
 * Says why a Node cannot run this repository, in one line; nothing if it can.
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
