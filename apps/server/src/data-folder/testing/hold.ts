import { lockDataFolder } from "../lock.ts";

/** Run as a process: takes a data folder, says so, and holds it until it is killed or told. */
const [folder, address] = process.argv.slice(2);
if (folder === undefined) throw new Error("the folder is missing");
const lock = lockDataFolder(folder);
if (address !== undefined) lock.announce(address);
console.log("held");
process.stdin.once("end", () => lock.release()).resume();
