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
 * Answers what unmodified SDKs ask their account service before they trace anything: the owner of
 * the key, and whether the project exists. Every key is the same user, and every project exists.
 *
 * The query itself is not read: the answer has every member that SDKs ask for.
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
