import type { Path } from "../wire/cty/error";
import type { Log } from "../wire/log";

/** What create, read, lanes, delete and import get besides their values. */
export interface Call<Values, Service, Private> {
  /** What the provider's configuration made. */
  readonly service: Service;
  /** Aborted when Terraform is interrupted: every wait must end at once. */
  readonly signal: AbortSignal;
  /** The moment (milliseconds since the epoch, by this machine's clock) at which the operation's timeout ends. */
  readonly deadline: number;
  /** The timeout as configured or by default, for messages: "30m". */
  readonly timeout: string;
  readonly log: Log;
  warn(summary: string, detail: string, path?: Path): void;
  /** If anything from here on fails, this is what Terraform records. Later calls add to earlier ones. */
  saveState(values: Partial<Values>): void;
  /** What is kept beside the state, unseen by users. */
  readonly privateState: Private | undefined;
  setPrivateState(value: Private): void;
}
