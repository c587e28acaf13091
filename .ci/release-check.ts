/**
 * Refuses changesets lower than what changed on the wire since the last release.
 *
 * `node .ci/release-check.ts [root]`; the bundles in `spec/released/` are the baseline.
 */
import { releaseProblems } from "./release/release-problems.ts";

const [root = "."] = process.argv.slice(2);
const problems = releaseProblems(root);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
