import type { DriftReport, Message, ResourceReport, StackReport } from "./report";
import { attributeLines, oneLine, resourceSentences, resourceTitle, STATUS_WORDS } from "./text";

/** The report for people. */
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
