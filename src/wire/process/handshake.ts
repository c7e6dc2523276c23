import { X509Certificate } from "node:crypto";

/** The environment variables of a process. */
export type Environment = { readonly [name: string]: string | undefined };

/** Terraform's settings for a plugin that it starts. */
export interface Launch {
  /** Terraform's certificate of this run (DER); only its owner may connect. Left out if TLS is turned off. */
  readonly client?: Buffer;
  /** The directory that Terraform prefers for the socket. */
  readonly socketDirectory?: string;
}

/** The address of the server. */
export type Address =
  | { readonly network: "unix"; readonly path: string }
  | { readonly network: "tcp"; readonly host: string; readonly port: number };

const COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
const CORE_VERSION = 1;
const PROTOCOL_VERSION = 6;

/** Reads Terraform's settings from the environment. Returns a message for people if they are invalid. */
export function readLaunch(env: Environment): { ok: Launch } | { problem: string } {
  if (env.TF_PLUGIN_MAGIC_COOKIE !== COOKIE) return { problem: STARTED_BY_HAND };
  const versions = env.PLUGIN_PROTOCOL_VERSIONS;
  if (versions !== undefined && !versions.split(",").includes(String(PROTOCOL_VERSION)))
    return { problem: tooOld(versions) };
  const socketDirectory = env.PLUGIN_UNIX_SOCKET_DIR || undefined;
  if (!env.PLUGIN_CLIENT_CERT) return { ok: { socketDirectory } };
  try {
    return { ok: { client: new X509Certificate(env.PLUGIN_CLIENT_CERT).raw, socketDirectory } };
  } catch {
    return { problem: UNREADABLE_CERTIFICATE };
  }
}

/** Formats the line on standard output that tells Terraform where to connect. Includes the line feed. */
export function handshakeLine(address: Address, certificate?: Uint8Array): string {
  const where = address.network === "unix" ? address.path : `${address.host}:${address.port}`;
  const identity = certificate ? Buffer.from(certificate).toString("base64").replace(/=+$/, "") : "";
  return `${[CORE_VERSION, PROTOCOL_VERSION, address.network, where, "grpc", identity].join("|")}\n`;
}

const STARTED_BY_HAND = `This program is a Terraform provider. It is not meant to be started by hand: Terraform or OpenTofu starts it.

Name the provider in a configuration ("required_providers") and run "terraform init" and "terraform plan", or the same commands of "tofu".
`;

const UNREADABLE_CERTIFICATE = `Terraform started this provider with a client certificate that cannot be read (PLUGIN_CLIENT_CERT).

Run the command again. If the error remains, another program changes the environment of Terraform's providers.
`;

function tooOld(versions: string): string {
  return `This provider speaks version ${PROTOCOL_VERSION} of Terraform's plugin protocol; the program that started it offers ${
    versions || "none"
  }.

Use Terraform 1.8 or later, or OpenTofu 1.6 or later.
`;
}
