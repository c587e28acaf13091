/**
 * Runs a program and reports the names that it looked up, by a resolver of its own.
 *
 * `node .ci/watch-names.js [--offline] [--allow <host>]... [--report <file>] <program> [argument]...`
 *
 * `--offline` gives the program a network of its own that has only loopback. A look-up of a name
 * that is not allowed fails a run that would have succeeded. The watch needs the right to make
 * namespaces (Linux, root); without it, it reports that and runs the program unwatched.
 *
 * This is plain JavaScript, since it also runs the install of a fresh clone.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const self = fileURLToPath(import.meta.url);
/** An address of loopback where no other resolver listens. */
const address = "127.53.53.53";
/** Looked up before the program starts: a watch that misses this name would miss others. */
const canary = "canary.heddle.invalid";

const { values: options, positionals: command } = parseArgs({
  allowPositionals: true,
  // Arguments after the program belong to the program.
  args: beforeProgram(process.argv.slice(2)),
  options: {
    allow: { type: "string", multiple: true, default: [] },
    inside: { type: "boolean", default: false },
    offline: { type: "boolean", default: false },
    report: { type: "string" },
  },
});

process.exitCode = options.inside ? await watch() : await enter();

/** Starts this program again in namespaces of its own, if a trial shows that this works here. */
async function enter() {
  const flags = ["--mount", ...(options.offline ? ["--net"] : [])];
  const inside = [...flags, process.execPath, self, "--inside"];
  const offline = options.offline ? ["--offline"] : [];
  const trial = spawnSync("unshare", [...inside, ...offline, "true"], { encoding: "utf8" });
  if (trial.status === 0) return run(["unshare", ...inside, ...process.argv.slice(2)]);
  const [reason = ""] = (trial.error?.message ?? trial.stderr).split("\n");
  console.error(`Look-ups are not watched here, and the network is not cut: ${reason}`);
  return run(command);
}

/** Runs the program with a resolver that records names. */
async function watch() {
  if (options.offline) execFileSync("ip", ["link", "set", "lo", "up"]);
  const before = readFileSync("/etc/resolv.conf", "utf8");
  const [, upstream] = /^nameserver\s+(\S+)/m.exec(before) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "heddle-names-"));
  const file = join(folder, "resolv.conf");
  writeFileSync(file, `nameserver ${address}\n`);
  execFileSync("mount", ["--bind", file, "/etc/resolv.conf"]);
  const names = new Set();
  const resolver = await listen(names, options.offline ? undefined : upstream);
  try {
    await lookup(canary).catch((/** @type {Error} */ error) => error);
    if (!names.delete(canary)) throw new Error(`the resolver was not asked for ${canary}`);
    const status = await run(command);
    const asked = [...names].sort((one, other) => one.localeCompare(other));
    if (options.report !== undefined) writeFileSync(options.report, JSON.stringify(asked));
    const wrong = asked.filter((name) => !options.allow.includes(name));
    console.error(`Names looked up: ${asked.join(", ") || "none"}.`);
    if (wrong.length > 0) console.error(`Not allowed: ${wrong.join(", ")}.`);
    return status === 0 && wrong.length > 0 ? 1 : status;
  } finally {
    resolver.close();
    execFileSync("umount", ["/etc/resolv.conf"]);
    rmSync(folder, { recursive: true });
  }
}

/**
 * Answers by asking the upstream resolver; without one, it answers that no name exists.
 *
 * @param {Set<string>} names
 * @param {string | undefined} upstream
 */
async function listen(names, upstream) {
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    names.add(nameIn(question));
    if (upstream === undefined) {
      // The same message as an answer (RFC 1035, 4.1.1): QR and RA set, NXDOMAIN.
      const answer = Buffer.from(question);
      answer[2] = 0x81;
      answer[3] = 0x83;
      socket.send(answer, from.port, from.address);
      return;
    }
    const onward = createSocket(upstream.includes(":") ? "udp6" : "udp4");
    // A question that upstream never answers must not keep this process.
    onward.unref();
    onward.on("message", (answer) => {
      socket.send(answer, from.port, from.address);
      onward.close();
    });
    onward.send(question, 53, upstream);
  });
  socket.bind(53, address);
  await once(socket, "listening");
  return socket;
}

/**
 * The name in a question (RFC 1035, 4.1.2): labels after their lengths.
 *
 * @param {Buffer} question
 */
function nameIn(question) {
  const labels = [];
  for (let at = 12; question[at]; at += 1 + (question[at] ?? 0)) {
    labels.push(question.toString("latin1", at + 1, at + 1 + (question[at] ?? 0)));
  }
  return labels.join(".").toLowerCase();
}

/** @param {readonly string[]} command */
async function run([program = "", ...args]) {
  const child = spawn(program, args, { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
    process.on(signal, () => child.kill(signal));
  }
  const [code, signal] = /** @type {[number | null, NodeJS.Signals | null]} */ (
    await once(child, "exit")
  );
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** @param {readonly string[]} args */
function beforeProgram(args) {
  const withValue = ["--allow", "--report"];
  let at = 0;
  while (args[at]?.startsWith("--")) at += withValue.includes(args[at] ?? "") ? 2 : 1;
  return [...args.slice(0, at), "--", ...args.slice(at)];
}
