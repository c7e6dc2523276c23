import type { Settings, ShownSettings } from "./settings";
import type { StoredWorkflow } from "./workflow";

/** A configuration change as the emulator stores it. */
export interface StoredChange extends StoredWorkflow {
  /** What the request named, without `new_`. */
  readonly requested: Readonly<Partial<ShownSettings>>;
  /** The cluster when the change was created. */
  readonly old: Readonly<Settings>;
  /** What the cluster is given when it succeeds. */
  readonly sets: Readonly<Partial<Settings>>;
  /** The server parameters that the cluster had when the change began; null until then. */
  carries: Readonly<Record<string, string>> | null;
}
