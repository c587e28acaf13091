import { reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import { isWell, type SystemCheck } from "./system-check.ts";

/** Questions about the training service itself. */
export function serviceHandlers(systemCheck: SystemCheck): TrainingHandlers<Context>["service"] {
  return {
    health: () => reply(200, { status: "ok" }),
    systemCheck: async () => {
      const result = await systemCheck.result();
      return isWell(result) ? reply(200, result) : reply(503, result);
    },
  };
}
