import { ClientError } from "./error";

/** The provider attribute that a {@link ConfigurationError} is about. */
export type ConfiguredAttribute =
  | "api_key"
  | "base_url"
  | "ca_certificate_file"
  | "dialect"
  | "poll_interval"
  | "requests_per_minute";

/** The client cannot be created from what was given. Never contains the key, nor the credentials of a proxy. */
export class ConfigurationError extends ClientError {
  override readonly name = "ConfigurationError";

  /**
   * @param attribute null: a variable of the environment that belongs to no attribute.
   * @param isMissing whether nothing is wrong but that something is not given.
   */
  constructor(
    readonly attribute: ConfiguredAttribute | null,
    summary: string,
    detail: string,
    readonly isMissing = false,
  ) {
    super(summary, detail);
  }
}
