import { requestBounds } from "./request-bounds.ts";
import { flagOf, limitSettings, type Setting, settings } from "./settings.ts";

/** The settings as text for `--help`. */
export function renderSettingsHelp(): string {
  return [
    "Settings (a flag wins over the variable of the same name, HEDDLE_PORT for --port):",
    ...Object.values(settings).map(helpOf),
    "Limits:",
    ...Object.values(limitSettings).map(helpOf),
  ].join("\n");
}

/** The settings as the Markdown tables of `docs/configuration.md`. */
export function renderConfigTable(): string {
  return [
    tableOf(Object.values(settings)),
    "### Limits\n\nThe server refuses a request that exceeds a limit; the answer names the limit.",
    tableOf(Object.values(limitSettings)),
    "No setting changes these bounds of one request:",
    boundsTable(),
  ].join("\n\n");
}

function boundsTable(): string {
  const rows = Object.values(requestBounds).map(({ limit, says }) => `| ${limit} | ${says} |`);
  return ["| at most | |", "| --- | --- |", ...rows].join("\n");
}

function helpOf(setting: Setting<unknown>): string {
  const flag = `--${flagOf(setting.variable)} ${setting.kind.placeholder}`;
  return `  ${flag}\n      ${setting.says} (${defaultOf(setting)})`;
}

function tableOf(rows: readonly Setting<unknown>[]): string {
  const lines = rows.map((setting) => {
    const { variable, kind, says } = setting;
    const value = kind.placeholder.replaceAll("|", " \\| ");
    return `| \`${variable}\` | \`--${flagOf(variable)}\` | ${value} | ${defaultOf(setting)} | ${says} |`;
  });
  return [
    "| variable | flag | value | default | |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

function defaultOf(setting: Setting<unknown>): string {
  return setting.default ?? setting.otherwise ?? "none";
}
