import { Format, SingleBar } from "cli-progress";
import { formatDuration } from "../duration";
import type { Terminal } from "./terminal";

/** What a command tells while it goes on. */
export interface Progress {
  /**
   * @param done how much of the total
   * @param count what people count: documents
   */
  update(done: number, count: number): void;
  /** Removes a bar; what was printed as lines stays. */
  stop(): void;
}

/** Milliseconds between two lines where there is no terminal, such as in the log of a pipeline. */
const LINE_EVERY_MS = 10_000;

/**
 * A bar with rate and time left on a terminal, a line now and then elsewhere.
 * @param total of what `update` counts as done; null: nobody knows
 */
export function createProgress({ stderr }: Terminal, what: string, total: number | null): Progress {
  const startedAt = Date.now();
  let [done, count] = [0, 0];
  const text = () => progressText({ what, done, count, total, seconds: (Date.now() - startedAt) / 1000 });
  if (stderr.raw.isTTY) {
    const bar = new SingleBar({
      // It moves the cursor, and shows numbers and the word it was given.
      stream: stderr.raw,
      clearOnComplete: true,
      hideCursor: true,
      // Ctrl-C ends the command itself, which stops the bar.
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

/** How far it is, how fast it goes and what is left, as far as anybody knows. */
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
