import { parseArgs } from "node:util";
import { DIALECTS, type Dialect } from "../api/dialects";
import { ASSUMPTIONS, defaultAssumptions, withAssumptions } from "./assumptions";
import { ACTS } from "./control/acts";
import { CONTROL_PATH } from "./http/app";
import { parseRate } from "./http/rateLimit";

/** The flags of the command line. */
export interface EmulatorArguments {
  readonly help: boolean;
  readonly port: number;
  readonly speed: number;
  readonly rate: string;
  readonly dialect: Dialect;
  readonly assumptions: Readonly<Record<string, unknown>>;
  /** Paths of the files of a certificate and of its key; null: plain http. */
  readonly tls: { readonly certificate: string; readonly key: string } | null;
}

const DEFAULTS = { port: "8700", speed: "1", rate: "30/60", dialect: "search-cloud" };

export const HELP = `Starts an emulator on a loopback port: all 24 operations of the management API, with state; the nodes of the clusters
(collections, documents, search, aliases, keys) below /nodes/{hostname}; and beside them a control path that advances
the clock, injects faults, and changes clusters and what runs on them out of band.

  --port <number>            port on 127.0.0.1; 0 takes a free one (default ${DEFAULTS.port})
  --speed <number>           how many times as fast as real time its clock runs (default ${DEFAULTS.speed});
                             at 600 a cluster is in service after about half a second
  --rate <requests/seconds>  rate limit of each key on that clock, or "off" (default ${DEFAULTS.rate})
  --dialect <name>           ${Object.keys(DIALECTS).join(" or ")} (default ${DEFAULTS.dialect})
  --tls-certificate <file>   serves https with this certificate (PEM; those that vouch for it may follow it); it should
                             be for 127.0.0.1 or localhost
  --tls-key <file>           the key of that certificate (PEM, not encrypted)
  --assume <name=value>      changes the answer to a question that the documents leave open; may be repeated
  --help                     shows this text

Open questions (the default comes first):
${Object.entries(ASSUMPTIONS)
  .map(([name, { alternatives, question }]) => `  ${name}: ${alternatives.join(" | ")}\n      ${question}`)
  .join("\n")}

Requests to the control path (JSON; \`/state\` and \`/journal\` read well in a browser):
${Object.values(ACTS)
  .map(({ line }) => `  ${line.replace(" /", ` ${CONTROL_PATH}/`)}`)
  .join("\n")}
`;

/** Reads the command line. @throws Error that names the flag and what is allowed. */
export function readArguments(words: readonly string[]): EmulatorArguments {
  const { values } = parseArgs({
    args: [...words],
    strict: true,
    allowPositionals: false,
    options: {
      port: { type: "string", default: DEFAULTS.port },
      speed: { type: "string", default: DEFAULTS.speed },
      rate: { type: "string", default: DEFAULTS.rate },
      dialect: { type: "string", default: DEFAULTS.dialect },
      "tls-certificate": { type: "string" },
      "tls-key": { type: "string" },
      assume: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
    throw new Error(`--port is a whole number from 0 to 65535, not "${values.port}".`);
  }
  const speed = Number(values.speed);
  if (!/^\d+(\.\d+)?$/.test(values.speed) || speed <= 0 || speed > MAX_SPEED) {
    throw new Error(`--speed is a number above 0 and at most ${MAX_SPEED}, not "${values.speed}".`);
  }
  parseRate(values.rate);
  const dialect = (Object.keys(DIALECTS) as Dialect[]).find((name) => name === values.dialect);
  if (dialect === undefined) {
    throw new Error(`--dialect is ${Object.keys(DIALECTS).join(" or ")}, not "${values.dialect}".`);
  }
  const { help, rate, assume } = values;
  const tls = tlsFiles(values["tls-certificate"], values["tls-key"]);
  return { help, port, speed, rate, dialect, assumptions: assumed(assume), tls };
}

function tlsFiles(certificate: string | undefined, key: string | undefined): EmulatorArguments["tls"] {
  if (certificate === undefined && key === undefined) return null;
  if (certificate === undefined) throw new Error("--tls-key needs --tls-certificate beside it.");
  if (key === undefined) throw new Error("--tls-certificate needs --tls-key beside it.");
  return { certificate, key };
}

const MAX_SPEED = 1_000_000;

function assumed(pairs: readonly string[]): Record<string, unknown> {
  const changes = Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) {
        throw new Error(`--assume is name=value, such as second_terminate=201, not "${pair}".`);
      }
      const row = Object.entries(ASSUMPTIONS).find(([known]) => known === name)?.[1];
      return [name, row?.kind === "seconds" && /^\d+$/.test(value) ? Number(value) : value];
    }),
  );
  withAssumptions(defaultAssumptions(), changes);
  return changes;
}
