import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The place of the engine's socket: a folder that only this user can enter. */
export interface SocketFolder {
  readonly socketPath: string;
  /** Removes the socket's folder if it is outside the engine's folder. */
  remove(): Promise<void>;
}

/** The address of a unix socket has 108 bytes on Linux and 104 on macOS. */
const maxSocketPathBytes = 100;
const socketName = "engine.sock";

/**
 * Creates the engine's folder, and in it the folder of its socket. If that path would be too long
 * for an address, the socket's folder is a temporary one.
 */
export async function socketFolder(path: string): Promise<SocketFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const inside = resolve(path, "socket");
  const socketPath = join(inside, socketName);
  if (Buffer.byteLength(socketPath) <= maxSocketPathBytes) {
    await mkdir(inside, { recursive: true });
    await chmod(inside, 0o700);
    // Do not remove this folder: another server may own the engine's folder and listen there.
    return { socketPath, remove: async () => {} };
  }
  const outside = await mkdtemp(join(tmpdir(), "heddle-"));
  const remove = (): Promise<void> => rm(outside, { recursive: true, force: true });
  return { socketPath: join(outside, socketName), remove };
}
