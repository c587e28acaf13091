import type { AccessLevel } from "@heddle/server-kit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openRecords } from "../store/records/records.ts";
import {
  type TemporaryRecords,
  temporaryRecords,
} from "../store/records/testing/temporary-records.ts";
import { InvalidInput } from "../refusals/refusal.ts";
import { type Access, keyedAccess, openAccess, RoleTooLow } from "./access.ts";
import { ForeignProject } from "./foreign-project.ts";
import { mintKey } from "./api-key.ts";
import { Keys } from "./keys-sql.ts";
import type { Principal, Role } from "./principal.ts";
import { internalProjectId } from "./project-id.ts";

let records: TemporaryRecords;
let keys: Keys;
let nowMs: number;
let access: Access;
beforeEach(async () => {
  records = await temporaryRecords();
  keys = new Keys(records);
  nowMs = 1_000;
  access = keyedAccess(keys, () => nowMs);
});
afterEach(() => records.close());

const bearer = (key: string): Headers => new Headers({ Authorization: `Bearer ${key}` });
const principal = (role: Role): Principal => ({
  keyId: "k",
  entity: "team",
  role,
  userName: "ada",
});

describe("authenticate", () => {
  test("finds the principal of a key", async () => {
    const { key, id } = await keys.create({ entity: "team", role: "write", userName: "ada" });
    const expected = { keyId: id, entity: "team", role: "write", userName: "ada" };
    expect(await access.authenticate(bearer(key))).toEqual(expected);
    expect(await access.authenticate(new Headers({ "wandb-api-key": key }))).toEqual(expected);
  });

  test("finds no principal without a key, or with a wrong key", async () => {
    expect(await access.authenticate(new Headers())).toBeNull();
    expect(await access.authenticate(bearer(mintKey()))).toBeNull();
    expect(await access.authenticate(bearer("x".repeat(100_000)))).toBeNull();
  });

  test("a key made later works at once, though it was refused before", async () => {
    const key = mintKey();
    expect(await access.authenticate(bearer(key))).toBeNull();
    await keys.create({ entity: "team", role: "read" }, key);
    expect(await access.authenticate(bearer(key))).not.toBeNull();
  });

  test("a key revoked by another process stops within 5 s", async () => {
    const { key, id } = await keys.create({ entity: "team", role: "write" });
    expect(await access.authenticate(bearer(key))).not.toBeNull();
    const beside = await openRecords({ file: records.file, migrate: false });
    await new Keys(beside).revoke(id);
    await beside.close();
    nowMs += 2_000;
    expect(await access.authenticate(bearer(key))).not.toBeNull();
    nowMs += 2_900;
    expect(await access.authenticate(bearer(key))).toBeNull();
  });

  test("being used does not keep a revoked key alive", async () => {
    const { key, id } = await keys.create({ entity: "team", role: "write" });
    await access.authenticate(bearer(key));
    await keys.revoke(id);
    let lastMs = 0;
    for (let ms = 0; ms < 10_000; ms += 100) {
      nowMs += 100;
      if ((await access.authenticate(bearer(key))) !== null) lastMs = ms;
    }
    expect(lastMs).toBeLessThan(5_000);
  });

  test("without keys, every request is the admin of local", async () => {
    const open = openAccess();
    expect(await open.authenticate(new Headers())).toMatchObject({
      entity: "local",
      role: "admin",
    });
  });
});

describe("authorise", () => {
  const allowed: Readonly<Record<Role, readonly AccessLevel[]>> = {
    read: ["public", "read"],
    write: ["public", "read", "write"],
    admin: ["public", "read", "write", "admin"],
  };
  test.each<Role>(["read", "write", "admin"])(
    "role %s allows its own operations and no others",
    (role) => {
      const mayDo = (level: AccessLevel): boolean => {
        try {
          access.authorise(principal(role), level, ["team/p"]);
          return true;
        } catch (error) {
          if (error instanceof RoleTooLow) return false;
          throw error;
        }
      };
      expect(allowed.admin.filter(mayDo)).toEqual(allowed[role]);
    },
  );

  test("another entity's project is not found, whatever the role", () => {
    for (const project of ["other/p", `internal:${internalProjectId("other/p")}`]) {
      const attempt = (): void => access.authorise(principal("read"), "admin", ["team/p", project]);
      expect(attempt).toThrow(ForeignProject);
      expect(attempt).toThrow(
        "Project other/p not found: this key belongs to the entity team, and sees only the " +
          "projects of that entity.",
      );
    }
  });

  test("`internal:` marks the internal id of a project; an id without the mark is refused", () => {
    const id = internalProjectId("team/p");
    expect(() => access.authorise(principal("read"), "read", [`internal:${id}`])).not.toThrow();
    expect(() => access.authorise(principal("read"), "read", [id])).toThrow(InvalidInput);
  });

  test.each(["", "team", "team/", "team/a/b", "internal:", "internal:x!"])(
    "%j is no project",
    (project) => {
      expect(() => access.authorise(principal("admin"), "read", [project])).toThrow(InvalidInput);
      expect(() => openAccess().authorise(principal("admin"), "read", [project])).toThrow(
        InvalidInput,
      );
    },
  );

  test("the whole name of an entity is compared", () => {
    for (const project of ["team2/p", "tea/p", "Team/p", "team /p"]) {
      expect(() => access.authorise(principal("admin"), "read", [project])).toThrow(ForeignProject);
    }
  });

  test("without keys, every project is allowed", () => {
    expect(() => openAccess().authorise(principal("admin"), "admin", ["any/p"])).not.toThrow();
  });
});
