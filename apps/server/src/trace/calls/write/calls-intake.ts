import type { Trace } from "@heddle/types";
import type { WritableProject } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { endPart, startPart } from "./call-intake.ts";
import type { CallWrite } from "./call-writes.ts";
import { uuidV7 } from "../../uuid-v7.ts";

/** A checked part of a call, ready to store. */
export interface Intake extends Omit<CallWrite, "key"> {
  readonly project: WritableProject;
  readonly id: string;
}

/** Checks parts of calls, each with its own project, and makes missing ids. */
export class CallsIntake {
  readonly #nowUs: () => number;
  readonly #random: (bytes: number) => Uint8Array;

  /** `nowUs` gives µs since 1970. */
  constructor(nowUs: () => number, random: (bytes: number) => Uint8Array) {
    this.#nowUs = nowUs;
    this.#random = random;
  }

  /** The ids of a call; makes those that its start does not give. */
  idsOf({ id, trace_id }: Pick<Trace.CallStart, "id" | "trace_id">): Trace.CallStarted {
    return {
      id: id?.toWellFormed() ?? this.#newId(),
      trace_id: trace_id?.toWellFormed() ?? this.#newId(),
    };
  }

  start(
    { principal, projects }: Requester,
    start: Trace.CallStart | Trace.CompletedCall,
    { id, trace_id }: Trace.CallStarted,
  ): Intake {
    const project = projects.writable(start.project_id);
    return { project, id, start: startPart(start, trace_id, principal.userName, projects) };
  }

  end({ projects }: Requester, end: Trace.CallEnd): Intake {
    const project = projects.writable(end.project_id);
    const name = end.display_name?.toWellFormed();
    return { project, id: end.id.toWellFormed(), end: endPart(end, projects), name };
  }

  /** Checks a whole call. */
  whole(requester: Requester, call: Trace.CompletedCall): Intake {
    const start = this.start(requester, call, this.idsOf(call));
    return { ...start, end: endPart(call, requester.projects) };
  }

  #newId(): string {
    return uuidV7(Math.floor(this.#nowUs() / 1000), this.#random(10));
  }
}
