import type { Family } from "../family.ts";
import { home } from "./home.ts";
import { media } from "./media.ts";
import { messages } from "./messages.ts";
import { moneyAndHealth } from "./money-and-health.ts";
import { numbersAndText } from "./numbers-and-text.ts";
import { planning } from "./planning.ts";
import { servers } from "./servers.ts";
import { shopping } from "./shopping.ts";
import { travel } from "./travel.ts";
import { weatherAndTime } from "./weather-and-time.ts";
import { work } from "./work.ts";

/** Families of everyday tools by their trade: tools of one are easily taken for each other. */
export const trades: readonly (readonly Family[])[] = [
  weatherAndTime,
  messages,
  planning,
  travel,
  home,
  shopping,
  work,
  servers,
  media,
  moneyAndHealth,
  numbersAndText,
];

/** Every family of everyday tools. */
export const catalogue: readonly Family[] = trades.flat();
