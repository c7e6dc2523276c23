import { resolve } from "node:path";
import {
  type ActionCall,
  type ActionPlanning,
  checks,
  define,
  defineActionSchema,
  isUnknown,
  TerraformError,
  t,
  type ValuesOf,
} from "../../../framework";
import { hasSummary } from "../../model/errors";
import { clusterDisplayName } from "../../shared/child";
import { warnOfCredential } from "../../shared/preflight/credential";
import { loadDataPlane, nodesClientOf, type Service } from "../../shared/service";
import { awaitServing, type ServingCluster } from "../../shared/whenServing";
import { clusterArgument, timeoutArgument } from "../arguments";
import { endedEarly, isEndedEarly, NOTHING_SENT } from "../ending";
import { issuePending, killedError, provePair, unwritableError } from "./issue";
import {
  isSamePair,
  type KeyFile,
  pendingPath,
  readKeyFile,
  readPending,
  removePendingOf,
  type StoredPair,
  withPair,
  writeKeyFile,
} from "./keyFile";

const flag = (description: string) => ({ type: t.bool, mode: "optional", description }) as const;

const rotateKeysSchema = defineActionSchema({
  cluster_id: clusterArgument("Cluster reference ID of the cluster."),
  output_file: {
    type: t.string,
    mode: "required",
    description:
      "Path of the file with the pair, as JSON: `cluster_id`, `admin_key`, `search_only_key`, `issued_at`, and in `previous` the pairs that are not revoked yet. Only this user can " +
      "read it (mode 0600); it is replaced at once or not at all. A relative path is relative to the folder in which Terraform runs. Keep it out of version control.",
    validators: [checks.notEmpty()],
  },
  issue: flag("Whether a new pair is issued. The default is `true`."),
  revoke: flag(
    "Whether the pairs in `previous` of the file are revoked on the nodes, including the pair that the new one replaces. A key is revoked only if it is proved to be in one of them. The default is `false`.",
  ),
  timeout: timeoutArgument(
    "How long it may take until the cluster is in service and its nodes know the new keys, a duration. The default is `20m`.",
  ),
});

type RotateKeysValues = ValuesOf<typeof rotateKeysSchema>;

/** `action "searchcloud_rotate_keys"` (docs/design/actions.md#rotate). */
export const rotateKeys = define<Service>().action({
  name: "rotate_keys",
  description:
    "Rotates the pair of data-plane keys of a cluster: issues a new pair into a file, and checks that the nodes accept both keys. The old pair stays valid until `revoke`. No plan, state or " +
    "message contains a key. To do it in two steps, issue first; when everything uses the new pair, set `issue = false` and `revoke = true`.",
  schema: rotateKeysSchema,
  validators: [
    {
      reads: ["issue", "revoke"],
      check: ({ issue, revoke }) =>
        issue === false && revoke !== true
          ? {
              path: ["issue"],
              summary: "Neither issue nor revoke",
              detail:
                "The action would do nothing. Leave issue out to issue a pair, or set revoke = true to revoke the previous ones.",
            }
          : undefined,
    },
  ],
  timeout: "20m",
  plan: planRotation,
  invoke: invokeRotation,
});

async function planRotation(planning: ActionPlanning<RotateKeysValues, Service>): Promise<void> {
  const { config, warn } = planning;
  const { cluster_id: id, output_file: file, issue, revoke } = config;
  const cluster = clusterDisplayName(id);
  // A file of another cluster, or of anything else, is refused now rather than at apply.
  const current = typeof id === "string" && typeof file === "string" ? readKeyFile(resolve(file), id) : null;
  const into = isUnknown(file) ? "a file that is not known yet" : file;
  if (issue !== false) {
    await warnOfCredential(planning, `issue keys for ${cluster}`, ["issueClusterApiKeys"]);
    warn(
      `A new pair of keys of ${cluster} is issued`,
      `It is stored in ${into}. The old keys stay valid until they are revoked.`,
    );
  }
  if (revoke !== true && !isUnknown(revoke)) return;
  const count = current === null ? 0 : current.previous.length + (issue === false ? 0 : 1);
  if (current !== null && count === 0) return;
  const pairs = current === null ? "The previous pairs" : count === 1 ? "1 pair" : `${count} pairs`;
  warn(
    `${pairs} of keys of ${cluster} ${count === 1 ? "is" : "are"} revoked`,
    `${into} lists them in previous. Nodes then reject everything that still uses them.`,
  );
}

async function invokeRotation(call: ActionCall<Service>, config: RotateKeysValues): Promise<void> {
  const { cluster_id: id, issue, revoke } = config;
  const path = resolve(config.output_file);
  /** The outcome if the next step fails. */
  let outcome = NOTHING_SENT;
  try {
    let current = readKeyFile(path, id);
    if (issue === false && current === null) throw missingFileError(path);
    const cluster = await awaitServing(call, id, "to issue keys for");
    if (issue !== false) {
      const pair = await pendingOrNew(call, cluster, path, (stored) => {
        outcome = `The new pair is in ${pendingPath(path)}. ${stored} is unchanged, and nothing was revoked. Invoking the action again continues with this pair, and issues no other one.`;
      });
      await provePair(call, cluster, pair);
      // It is read again, because another run may have stored a pair meanwhile.
      current = withPair(readKeyFile(path, id), id, pair);
      store(path, current, outcome);
      removePendingOf(path, id, pair);
      call.progress(`The new pair of keys of cluster ${id} is in ${path}; the nodes accept both keys`);
    }
    if (revoke !== true || current === null) return;
    outcome = `The keys in previous of ${path} are valid until they are revoked: invoke the action with issue = false and revoke = true. Those that were revoked are no longer in it.`;
    await revokePrevious(call, cluster, path, current);
  } catch (error) {
    throw withOutcome(error, outcome);
  }
}

/** Returns the pair that an earlier run has left pending, or a new one. @param onPending called when the pair is in the pending file */
async function pendingOrNew(
  call: ActionCall<Service>,
  cluster: ServingCluster,
  path: string,
  onPending: (path: string) => void,
): Promise<StoredPair> {
  const pending = readPending(path, cluster.id);
  if (pending !== null && pending.pair === null) throw killedError(path, pending);
  if (pending?.pair)
    call.progress(`Continuing with the pair that an earlier run issued at ${pending.pair.issued_at}`);
  const pair = pending?.pair ?? (await issuePending(call, cluster, path));
  onPending(path);
  return pair;
}

function store(path: string, file: KeyFile, outcome: string): void {
  try {
    writeKeyFile(path, file);
  } catch (error) {
    throw unwritableError(path, error, outcome);
  }
}

/** Revokes the previous pairs, oldest first, and takes each out of the file. */
async function revokePrevious(
  call: ActionCall<Service>,
  { id, urls }: ServingCluster,
  path: string,
  file: KeyFile,
): Promise<void> {
  const { revokeOldPair } = await loadDataPlane();
  const nodes = await nodesClientOf(call.service);
  const unsure: StoredPair[] = [];
  const all = file.previous;
  if (all.length === 0) call.progress(`${path} names no previous pair of cluster ${id}: nothing to revoke`);
  for (const old of [...all].reverse()) {
    refuseOwnKey(call.service, old);
    const fates = await revokeOldPair(nodes, { urls, named: `cluster ${id}` }, { old, stays: file }, call);
    const { admin_key: admin, search_only_key: search } = fates;
    const name = old.issued_at === null ? "a previous pair" : `the pair issued at ${old.issued_at}`;
    call.progress(`${name}: admin key ${WORDS[admin]}, search-only key ${WORDS[search]}`);
    if (admin === "unsure" || search === "unsure") unsure.push(old);
    else {
      // Another run may have stored a pair meanwhile.
      const now = readKeyFile(path, id) ?? file;
      store(
        path,
        { ...now, previous: now.previous.filter((one) => !isSamePair(one, old)) },
        "Its keys are revoked, and the file still names them, which does no harm.",
      );
    }
  }
  if (unsure.length > 0) throw unsureError(id, path, unsure.length);
}

const WORDS = { revoked: "revoked", gone: "not valid any more", unsure: "not revoked" } as const;

/** Refuses to revoke a key that this run itself needs. */
function refuseOwnKey({ dataApiKey }: Service, { admin_key, search_only_key }: StoredPair): void {
  const own = isUnknown(dataApiKey) ? undefined : dataApiKey?.value;
  if (own === undefined || (own !== admin_key && own !== search_only_key)) return;
  throw new TerraformError(
    "The provider itself uses a key that is to be revoked",
    "data_api_key of the provider is a key of a previous pair. It was not revoked, because everything else on the nodes would fail. Take data_api_key from the new pair first.",
  );
}

function unsureError(id: string, path: string, count: number): TerraformError {
  return new TerraformError(
    `${count === 1 ? "A previous pair" : `${count} previous pairs`} of keys of cluster ${id} could not be revoked`,
    `It is not certain which of the keys on the nodes they are, and another one may be somebody else's. No key was revoked that is not certain. List the keys (GET /keys), revoke them by their ids (DELETE /keys/:id), and take them out of previous in ${path}.`,
  );
}

function missingFileError(path: string): TerraformError {
  return new TerraformError(
    `There is no key file ${path}`,
    "With issue = false, the action revokes the previous pairs that the file names. Nothing was changed. Correct output_file, or leave issue out.",
    ["output_file"],
  );
}

/** Adds the outcome of the rotation to an error, if people can read it. */
function withOutcome(error: unknown, outcome: string): unknown {
  if (isEndedEarly(error)) return endedEarly(error, outcome);
  if (!hasSummary(error) || outcome === NOTHING_SENT) return error;
  const { detail = "" } = error as Partial<TerraformError>;
  if (detail.includes(outcome)) return error;
  return new TerraformError(
    error.summary,
    `${detail} ${outcome}`,
    error instanceof TerraformError ? error.path : undefined,
  );
}
