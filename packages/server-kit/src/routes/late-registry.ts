import { OpenAPIHono } from "@hono/zod-openapi";
import type { Registry } from "../document.ts";

/**
 * Lets a registry begin with definitions that are made when it is first read: to make all routes of
 * a service takes milliseconds, and most apps are never asked for their document. What others
 * register comes after them, also if they register it before.
 */
export function fillWhenRead(registry: Registry, fill: (registry: Registry) => void): void {
  const own = (): Registry["definitions"] =>
    Reflect.get(Object.getPrototypeOf(registry) as Registry, "definitions", registry);
  let filled: Registry | undefined;
  Object.defineProperty(registry, "definitions", {
    configurable: true,
    get(): Registry["definitions"] {
      if (!filled) {
        filled = new OpenAPIHono().openAPIRegistry;
        fill(filled);
      }
      return [...filled.definitions, ...own()];
    },
  });
}
