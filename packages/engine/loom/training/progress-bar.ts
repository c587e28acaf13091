/** What the bar shows. */
export interface Progress {
  /** 0 to 1. */
  readonly share: number;
  readonly tokensPerSecond: number;
  readonly remainingSeconds: number;
  readonly loss: number;
}

const barColumns = 30;

/** `[#####     ] 17 %  loss 0.412  3,100 tokens/s  52:10 left` */
export function progressLine(progress: Progress): string {
  const filled = Math.round(barColumns * Math.min(1, progress.share));
  const bar = "#".repeat(filled) + " ".repeat(barColumns - filled);
  const rate = Math.round(progress.tokensPerSecond).toLocaleString("en");
  const percent = (progress.share * 100).toFixed(1);
  return `[${bar}] ${percent} %  loss ${progress.loss.toFixed(3)}  ${rate} tokens/s  ${clock(progress.remainingSeconds)} left`;
}

function clock(seconds: number): string {
  if (!Number.isFinite(seconds)) return "?";
  const whole = Math.max(0, Math.round(seconds));
  const rest = String(whole % 60).padStart(2, "0");
  return `${Math.floor(whole / 60)}:${rest}`;
}

/** Draws over its own line on a terminal; elsewhere writes a line a minute. */
export class ProgressBar {
  readonly #out: NodeJS.WriteStream;
  readonly #intervalMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
    this.#intervalMs = out.isTTY ? 200 : 60_000;
  }

  show(progress: Progress, nowMs: number): void {
    if (nowMs - this.#lastMs < this.#intervalMs) return;
    this.#lastMs = nowMs;
    const line = progressLine(progress);
    this.#out.write(this.#out.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
  }
}
