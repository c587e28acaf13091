/**
 * Settings that stop the tools here from reporting their use and from looking for newer versions of
 * themselves. Only the package registry is contacted, and only to install.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const quietEnvironment = {
  DO_NOT_TRACK: "1",
  NO_UPDATE_NOTIFIER: "1",
  NPM_CONFIG_UPDATE_NOTIFIER: "false",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_TELEMETRY: "off",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  TURBO_TELEMETRY_DISABLED: "1",
};
