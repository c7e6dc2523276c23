import { Format, SingleBar } from "cli-progress";
import { formatDuration } from "../duration";
import type { Terminal } from "./terminal";

/** Progress of a command on the screen. */
export interface Progress {
  /**
   * @param done the part of the total, in its unit
   * @param count number of items for the user, such as documents
   */
  update(done: number, count: number): void;
  /** Removes the bar. Printed lines stay. */
  stop(): void;
}

/** Milliseconds between two lines without a terminal, such as in the log of a pipeline. */
const LINE_EVERY_MS = 10_000;

/**
 * Shows a bar with rate and remaining time on a terminal, and a line every ten seconds elsewhere.
 * @param total in the unit of `done`; null: unknown
 */
export function createProgress({ stderr }: Terminal, what: string, total: number | null): Progress {
  const startedAt = Date.now();
  let [done, count] = [0, 0];
  const text = () => progressText({ what, done, count, total, seconds: (Date.now() - startedAt) / 1000 });
  if (stderr.raw.isTTY) {
    const bar = new SingleBar({
      // Unfiltered: the bar moves the cursor, and shows numbers and a fixed word only.
      stream: stderr.raw,
      clearOnComplete: true,
      hideCursor: true,
      // The command handles Ctrl-C, and stops the bar.
      gracefulExit: false,
      format: (options, { progress }) =>
        total === null ? text() : `${Format.BarFormat(progress, options)} ${text()}`,
    });
    bar.start(total ?? 1, 0);
    return {
      update: (...now) => {
        [done, count] = now;
        bar.update(total === null ? 0 : Math.min(done, total));
      },
      stop: () => bar.stop(),
    };
  }
  const lines = setInterval(() => stderr.write(`${text()}\n`), LINE_EVERY_MS);
  return {
    update: (...now) => {
      [done, count] = now;
    },
    stop: () => clearInterval(lines),
  };
}

/** Returns the share, the rate and the remaining time, if known. */
export function progressText(state: {
  readonly what: string;
  readonly done: number;
  readonly count: number;
  readonly total: number | null;
  readonly seconds: number;
}): string {
  const { what, done, count, total, seconds } = state;
  const rate = `${count} ${what} (${seconds < 1 ? count : Math.round(count / seconds)}/s)`;
  if (total === null || total === 0 || done === 0) return rate;
  const share = Math.min(done / total, 1);
  return `${Math.floor(share * 100)}% | ${rate}, ${formatDuration(Math.ceil((seconds * (1 - share)) / share) * 1000)} left`;
}
