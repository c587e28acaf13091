import { family, type Family } from "../family.ts";

/** Servers, releases and accounts. */
export const servers: readonly Family[] = [
  family("deploy", {
    names: "deploy deploy_service deploy_app release start_deployment",
    slots: {
      service: "service service|app|name|project",
      "to?": "environment environment|env|target|stage",
      "version?": "id version|tag|build",
    },
    says: `
      deploy {service}
      deploy {service} to {to}
      deploy version {version} of {service} to {to}
      deploy {service} version {version}
      (release|ship|roll out) {service}
      (release|ship|roll out) {service} to {to}
      bring {service} to {to}
      push {service} to {to}
      push {service} {version} to {to}
      ~I want {service} on {to}
      ~{service} to {to}
      can you deploy {service} to {to}?
      start a deployment of {service} to {to}`,
  }),
  family("restart", {
    names: "restart_server restart_service reboot restart reboot_server restart_app",
    slots: { service: "service server|service|name|host" },
    says: `
      (restart|reboot) {service}
      (restart|reboot) the {service} (server|service)
      restart the server {service}
      ~{service} hangs, restart it
      ~{service} needs a restart
      can you (restart|reboot) {service}?
      bring the {service} server back up
      give {service} a restart
      turn the server {service} off and on again`,
    takesLists: true,
  }),
  family("scale", {
    names: "scale_service scale set_replicas resize",
    slots: {
      service: "service service|name|deployment",
      count: "few replicas|count|instances|size",
    },
    says: `
      scale {service} to {count}
      scale {service} (up |down |)to {count} (replicas|instances)
      run {count} (replicas|instances) of {service}
      set the replicas of {service} to {count}
      set {service} to {count} instances
      ~{service} needs {count} instances
      ~{count} replicas for {service}
      can you scale {service} to {count}?`,
  }),
  family("logs", {
    names: "get_logs show_logs fetch_logs read_logs tail_logs logs",
    slots: { service: "service service|server|name|source", "lines?": "many lines|limit|count|n" },
    says: `
      (show|get|fetch|read) the logs (of|for|from) {service}
      (show|get|give) me the {service} logs
      what do the logs of {service} say?
      what's in the {service} logs?
      ~logs of {service}
      ~{service} logs
      (show|get) the last {lines} lines of the {service} logs
      (show|get|fetch) {lines} log lines (of|for|from) {service}
      tail {lines} lines of {service}
      can I see the logs for {service}?
      can you get {lines} lines from the {service} log?`,
    takesLists: true,
  }),
  family("server status", {
    names: "get_status check_status health_check server_status ping_server service_status",
    slots: { service: "service service|server|host|name" },
    says: `
      is {service} (up|down|running|healthy|ok)?
      is the {service} server (up|running|down)?
      what's the status of {service}?
      how is {service} doing?
      (check|get|show) the status of {service}
      (check|get) the health of {service}
      check whether {service} is running
      ~status of {service}
      ~{service} status
      can you check {service}?`,
    takesLists: true,
    gives: "status=status load=percent",
  }),
  family("password", {
    names: "reset_password password_reset send_reset change_password",
    slots: { user: "receiver user|email|account|username" },
    says: `
      reset the password (of|for) {user}
      reset {user}'s password
      (send|give) {user} a new password
      send a password reset to {user}
      ~{user} forgot the password
      ~{user} can't log in, reset the password
      ~password reset for {user}
      can you reset the password of {user}?
      ~{user} needs a new password`,
    takesLists: true,
  }),
  family("role", {
    names: "set_role change_role grant_role assign_role",
    slots: { user: "person user|name|member", role: "role role|permission|level" },
    says: `
      make {user} {role}
      (set|change) the role of {user} to {role}
      (set|change) {user}'s role to {role}
      give {user} the role {role}
      give {user} the {role} role
      ~{user} should be {role}
      ~{user} is now {role}
      can you make {user} {role}?
      grant {role} to {user}`,
  }),
];
