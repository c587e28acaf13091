/**
 * Settings that keep the tools here from telling anybody about their use, and from asking for newer
 * versions of themselves. Nothing but the package registry is asked for anything, and only to
 * install.
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
