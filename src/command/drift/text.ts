import { REFRESH_CHANGES } from "../../provider/model/refreshChanges";
import { visibleOnOneLine } from "../../redaction";
import type {
  AttributeReport,
  DriftReport,
  Message,
  NextDeploy,
  PendingChange,
  ResourceReport,
  StackReport,
  Status,
} from "./report";

/** Returns the report as text. */
export function tableText({ stacks }: DriftReport): string {
  return `${stacks.map(stackText).join("\n\n")}\n`;
}

function stackText(stack: StackReport): string {
  const { name, status, resources, errors, warnings } = stack;
  const shown = resources.filter((one) => one.status !== "in_sync" || one.warnings.length > 0);
  const counts = `${resources.length} resource${resources.length === 1 ? "" : "s"}`;
  const parts = [
    `${oneLine(name)}: ${STATUS_WORDS[status]} (${counts})`,
    ...errors.map((message) => messageText("Error", message)),
    ...warnings.map((message) => messageText("Warning", message)),
    ...shown.map(resourceText),
  ];
  return parts.join("\n\n");
}

function resourceText(resource: ResourceReport): string {
  const { status, attributes, errors, warnings } = resource;
  const head = `  ${resourceTitle(resource)}: ${STATUS_WORDS[status]}`;
  const lines = [resourceSentences(resource).join(" "), ...attributeLines(attributes)];
  const messages = [
    ...errors.map((message) => messageText("Error", { ...message, address: null })),
    ...warnings.map((message) => messageText("Warning", { ...message, address: null })),
  ];
  return [
    head,
    ...lines.map((line) => `    ${line}`),
    ...messages.map((text) => text.replace(/^/gm, "  ")),
  ].join("\n");
}

function messageText(kind: string, { summary, detail, address }: Message): string {
  const lines = [
    `${kind}: ${summary}`,
    ...(address === null ? [] : [`with ${address}`]),
    ...detail.split("\n"),
  ];
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => `  ${oneLine(line)}`)
    .join("\n");
}

const STATUS_WORDS: { readonly [status in Status]: string } = {
  in_sync: "no drift",
  scheduled: "scheduled",
  not_deployed: "not deployed yet",
  drift: "drift",
  error: "error",
};

const DEPLOY_WORDS: { readonly [deploy in NextDeploy]: string } = {
  nothing: "The next deploy does not change it.",
  create: "The next deploy creates it.",
  update: "The next deploy updates it in place.",
  replace: "The next deploy replaces it.",
  delete: "The next deploy destroys it.",
  forget: "The next deploy removes it from the state.",
  import: "The next deploy imports it.",
  fail: "The next deploy cannot fix it: the plan of this stack failed.",
};

/** Returns a foreign text on one line. */
const oneLine = visibleOnOneLine;

/** Returns a value as JSON, on one line. */
function valueText(value: unknown): string {
  if (value === null) return "-";
  // A placeholder such as "(sensitive value)".
  if (typeof value === "string" && /^\(.*\)$/.test(value)) return oneLine(value);
  return oneLine(JSON.stringify(value));
}

export function resourceTitle({ address, name, id }: ResourceReport): string {
  const known = [...(name === null ? [] : [JSON.stringify(name)]), ...(id === null ? [] : [`(${id})`])];
  return oneLine([address, ...known].join(" "));
}

/** Describes the difference of a resource and the effect of the next deploy. */
export function resourceSentences({ reason, pending_change, next_deploy, status }: ResourceReport): string[] {
  const pending = pending_change === null ? [] : [pendingText(pending_change)];
  const isSame = status === "in_sync" || status === "scheduled";
  const isIgnoredByDeploy = status === "drift" && next_deploy === "nothing" && pending_change !== null;
  const next = isIgnoredByDeploy ? IGNORED_BY_DEPLOY : DEPLOY_WORDS[next_deploy];
  return [reason, ...pending, ...(isSame ? [] : [next])].map(oneLine);
}

const IGNORED_BY_DEPLOY =
  `A deploy does not look for it, and leaves it alone until it takes effect. With ${REFRESH_CHANGES}=true, a deploy finds it and restores ` +
  "the values in git.";

function pendingText({ id, status, perform_change_at: at, ...change }: PendingChange): string {
  const { created_at, settings, in_state } = change;
  const begins = status === "in_progress" ? "has begun" : "begins";
  const moment = at === null ? "" : ` ${at}`;
  const details = [
    ...(Object.keys(settings).length === 0 ? ["a restart"] : []),
    ...(in_state || created_at === null ? [] : [`requested ${created_at}`]),
  ];
  const more = details.length === 0 ? "" : ` (${details.join(", ")})`;
  return `Configuration change${id === null ? "" : ` ${id}`}${more} ${begins}${moment}.`;
}

const HEADS = ["ATTRIBUTE", "IN GIT", "AT THE SERVICE", "PENDING", "STATUS"];

/** Returns a table of attributes as lines; none without attributes. */
export function attributeLines(attributes: readonly AttributeReport[]): string[] {
  if (attributes.length === 0) return [];
  const rows = attributes.map(({ path, git, service, pending, status }) => [
    oneLine(path),
    ...[git, service, pending].map(valueText),
    STATUS_WORDS[status],
  ]);
  const hasPending = attributes.some(({ pending }) => pending !== null);
  const columns = [HEADS, ...rows].map((row) => row.filter((_, place) => hasPending || place !== 3));
  const widths = HEADS.map((_, place) => Math.max(...columns.map((row) => row[place]?.length ?? 0)));
  return columns.map((row) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
