import type { Path } from "../wire/cty/error";
import type { Plannable, ServiceCall } from "./call";
import type { Fields, ValuesOf } from "./schema";
import type { Validator } from "./validate";

/** The context of the plan of an action. Its configuration may be UNKNOWN in parts, because resources are applied first. */
export interface ActionPlanning<Values, Service> extends ServiceCall<Service> {
  readonly config: Plannable<Values>;
  error(summary: string, detail: string, path?: Path): void;
}

/** The context of an action that runs. */
export interface ActionCall<Service> extends ServiceCall<Service> {
  /** Shows one sentence about the progress at the terminal, at once. */
  progress(message: string): void;
  /** The end of the action's timeout, in milliseconds since the epoch by this machine's clock. */
  readonly deadline: number;
  /** The timeout as configured or by default, for messages: "30m". */
  readonly timeout: string;
}

/**
 * An operation on demand, which changes no state: Terraform 1.14 runs it with `-invoke`, or before and after changes of a resource that
 * names it in `action_trigger`. Terraform never repeats it.
 */
export interface Action<F extends Fields, Service, Values = ValuesOf<F>> {
  /** The action's name without the provider's: "restart". */
  readonly name: string;
  readonly description: string;
  /**
   * The arguments of the action. Nothing is computed. A string `timeout` among them sets the timeout. A credential is a write-only argument:
   * only these accept ephemeral values. Terraform stores any other value in a saved plan, also that of a write-only argument.
   */
  readonly schema: F;
  readonly validators?: readonly Validator<Values>[];
  /** The timeout unless the configuration sets one, as a duration. @default "20m" */
  readonly timeout?: string;
  /** Warns, or rejects the configuration. Sends no request that changes anything. */
  readonly plan?: (planning: ActionPlanning<Values, Service>) => void | Promise<void>;
  /**
   * Runs the action to its end. The signal is aborted when Terraform is interrupted or ends the call: it must then end at once, with an error
   * that gives the outcome of the operation.
   */
  readonly invoke: (call: ActionCall<Service>, config: Values) => Promise<void>;
}
