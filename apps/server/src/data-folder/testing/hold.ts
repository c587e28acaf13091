import { lockDataFolder } from "../lock.ts";

/** A program: locks a data folder, prints "held", and holds it until its input ends or it dies. */
const [folder, address] = process.argv.slice(2);
if (folder === undefined) throw new Error("the folder is missing");
const lock = lockDataFolder(folder);
if (address !== undefined) lock.announce(address);
console.log("held");
process.stdin.once("end", () => lock.release()).resume();
