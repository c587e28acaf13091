import { isWorkspaceMember, type PackageOptions } from "./package-file.ts";
import type { ScaffoldService } from "./scaffold-service.ts";

/** `README.md` of a new backend. */
export function readmeFile(
  services: readonly ScaffoldService[],
  options: PackageOptions,
  command: string,
): string {
  const titles = services.map(({ title }) => title).join(", ");
  const [first] = services;
  const [resource = "things"] = first?.resources.keys() ?? [];
  const [operation] = first?.resources.get(resource)?.operations ?? [];
  const { id = "things.read", verb = "read" } = operation ?? {};
  return `# ${options.name}

A backend for ${titles}. Every operation answers 501 until you build it. Needs Node 20.19 or newer.

\`\`\`sh
${installing(options)}
npm start            # http://127.0.0.1:4779; PORT and HOST choose another address
npm run typecheck    # names each operation that is missing and each answer that does not fit
npm test
\`\`\`

\`src/<service>/<resource>.ts\` has a line an operation. Replace lines by code:

\`\`\`ts
${verb}: notBuilt("${id}"),
${verb}: async ({ path, query, body, context }) => reply(200, await context.store.${verb}(…)),
\`\`\`

The request is read, validated and typed; the compiler takes no answer that the document does not have. \`src/context.ts\` is
what handlers get, \`src/app.ts\` says who may call.

## After an edit of the document

\`\`\`sh
${command}
\`\`\`

adds what is missing at the end of the handlers, as new lines, and lists what is gone with file and line. It changes and
removes no line of yours; where it finds no place for a line it prints what to put in.
${before(options)}`;
}

function installing(options: PackageOptions): string {
  return isWorkspaceMember(options)
    ? "npx -y pnpm@12.21.0 install   # in the root of the repository, once"
    : "npm install";
}

function before(options: PackageOptions): string {
  if (isWorkspaceMember(options)) return "";
  // Outside of the kit's repository, the scaffold command comes from a package of that repository.
  const tool =
    options.workspace === undefined
      ? "npm install --save-dev /tmp/heddle/heddle-codegen-*.tgz\n"
      : "";
  return `
## Before the kit is published

Pack it in its repository, and install the archives here in place of \`npm install\`:

\`\`\`sh
npm run pack -- /tmp/heddle        # there
npm install /tmp/heddle/heddle-types-*.tgz /tmp/heddle/heddle-server-kit-*.tgz
${tool}\`\`\`
`;
}
