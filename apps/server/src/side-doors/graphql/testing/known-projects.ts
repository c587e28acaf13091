import type { Principal } from "../../../access/principal.ts";
import type { WritableProject } from "../../../access/project-id.ts";
import { Denied } from "../../../refusals/refusal.ts";
import type { ProjectRecord } from "../../../access/projects-sql.ts";
import type { Directory } from "../resolvers.ts";

const createdAt = "2026-03-14T09:26:53.589Z";

/** A directory of a set of names, with the rules of access. */
export class KnownProjects implements Directory {
  readonly names: Set<string> = new Set(["acme/support", "acme/research"]);
  /** The names of all look-ups, repeats included. */
  readonly lookedUp: string[] = [];

  maySee({ entity }: Principal, project: string): boolean {
    return project.startsWith(`${entity}/`);
  }

  async find(project: string): Promise<ProjectRecord | undefined> {
    this.lookedUp.push(project);
    if (project === "acme/broken") throw new Error("connection string with a password");
    return this.names.has(project) ? recordOf(project) : undefined;
  }

  async list(entity: string, after: string, limit: number): Promise<readonly ProjectRecord[]> {
    const records = [...this.names].sort().map(recordOf);
    return records.filter((one) => one.entity === entity && one.name > after).slice(0, limit);
  }

  async ensure({ name }: WritableProject): Promise<void> {
    this.names.add(name);
  }

  authoriseWrite(principal: Principal, project: string): void {
    if (!this.maySee(principal, project) || principal.role === "read")
      throw new Denied("Forbidden");
  }
}

function recordOf(project: string): ProjectRecord {
  const [entity = "", name = ""] = project.split("/");
  return { entity, name, createdAt };
}
