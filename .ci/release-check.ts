/**
 * Refuses changesets lower than what changed on the wire since the last release.
 *
 * `node .ci/release-check.ts [root]`; the bundles in `spec/released/` are the baseline.
 */
import { releaseReport } from "./release/release-problems.ts";

const [root = "."] = process.argv.slice(2);
const { problems, summary } = releaseReport(root);
for (const line of problems.length === 0 ? summary : problems) console.log(line);
process.exitCode = problems.length === 0 ? 0 : 1;
