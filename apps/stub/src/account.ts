/** The one user of the stub, and their team. */
const team = { id: "stub", name: "stub", readOnly: false };
const user = {
  id: "stub",
  username: "stub",
  name: "stub",
  email: null,
  admin: false,
  flags: null,
  entity: team.name,
  defaultEntity: team,
  teams: { edges: [{ node: team }] },
};

/**
 * What unmodified SDKs ask the account service that they come with, before they trace anything: who
 * has the key, and whether the project is there. Everybody is the same user, and every project is.
 *
 * The question is not read: the answer has all that SDKs ask for, of which they take theirs.
 */
export function accountAnswer(request: unknown, address: string): object {
  const { variables } = (request ?? {}) as { variables?: Readonly<Record<string, unknown>> | null };
  const { name, projectName, project: asked, entityName, entity, input } = variables ?? {};
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const project = {
    id: "stub",
    name: firstText(name, projectName, asked, given["name"], "stub"),
    entityName: firstText(entityName, entity, given["entityName"], team.name),
    description: null,
    artifact: null,
  };
  return {
    data: {
      viewer: user,
      project,
      model: project,
      upsertModel: { model: project, project, inserted: false },
      entity: { ...team, name: project.entityName },
      users: { edges: [{ node: user }] },
      serverInfo: { frontendHost: address, cliVersionInfo: null },
      artifact: null,
    },
  };
}

function firstText(...values: readonly unknown[]): string {
  return values.find((value) => typeof value === "string") ?? "";
}
