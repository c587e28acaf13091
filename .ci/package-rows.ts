/**
 * Refuses packages that name other packages than the table of packages allows: `node .ci/package-rows.ts [root]`.
 */
import { packageProblems } from "./rooms/packages.ts";

const [root = "."] = process.argv.slice(2);
const problems = packageProblems(root);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
