/**
 * `node packages/engine/parity/make-python.ts [FOLDER]`: a Python environment with the versions of `requirements.txt`,
 * outside of the tree, for the programs of this folder and for `bench/pytorch.ts`. A second run mends what a first began.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pythonHome, pythonOf } from "./python-home.ts";

/** Where Linux finds PyTorch without CUDA, a tenth of its size. */
const cpuWheels = "https://download.pytorch.org/whl/cpu";

const [home = pythonHome] = process.argv.slice(2);
run("python3", "-m", "venv", home);
const requirements = join(import.meta.dirname, "requirements.txt");
// A machine behind a mirror may not reach the second index: one failed try is enough.
const options = ["--retries", "1", "--extra-index-url", cpuWheels, "--requirement", requirements];
run(pythonOf(home), "-m", "pip", "install", "--quiet", ...options);
console.log(pythonOf(home));

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: "inherit" });
}
