import { visible } from "../../redaction";
import type { DriftReport, Message, ResourceReport, StackReport } from "./report";
import { attributeLines, resourceSentences, resourceTitle } from "./text";

/**
 * Returns the report as JUnit XML: a suite per stack, a case per resource. Drift and undeployed resources are failures; a scheduled
 * change passes, with its description as output.
 */
export function junitText({ stacks }: DriftReport): string {
  const suites = stacks.map(suite);
  const all = element("testsuites", { name: "searchcloud drift", ...counted(stacks.flatMap(cases)) }, suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${all}\n`;
}

interface Case {
  readonly kind: "passed" | "failure" | "error";
  readonly text: string;
}

function suite(stack: StackReport): string {
  const all = cases(stack);
  const { name } = stack;
  return element(
    "testsuite",
    { name, ...counted(all) },
    all.map(({ text }) => text),
  );
}

function cases({ name, resources, errors }: StackReport): Case[] {
  const found = resources.map((resource) => resourceCase(name, resource));
  const [first] = errors;
  if (first === undefined && found.length > 0) return found;
  const testcase = (kind: Case["kind"], body: readonly string[]): Case => ({
    kind,
    text: element("testcase", { classname: name, name: "plan" }, body),
  });
  // For errors without a resource, and because a suite must not be empty.
  if (first === undefined) return [testcase("passed", [])];
  const text = escaped(errors.map(messageText).join("\n\n"));
  return [testcase("error", [element("error", { message: first.summary, type: "error" }, [text])]), ...found];
}

function resourceCase(classname: string, resource: ResourceReport): Case {
  const { address, status, attributes, errors, reason, warnings } = resource;
  const text = escaped(
    [
      resourceTitle(resource),
      ...resourceSentences(resource),
      ...attributeLines(attributes),
      ...[...errors, ...warnings].map(messageText),
    ].join("\n"),
  );
  const of = (kind: Case["kind"], body: readonly string[]): Case => ({
    kind,
    text: element("testcase", { classname, name: address }, body),
  });
  const message = errors[0]?.summary ?? reason;
  if (status === "error") return of("error", [element("error", { message, type: status }, [text])]);
  if (status === "drift" || status === "not_deployed")
    return of("failure", [element("failure", { message, type: status }, [text])]);
  const hasOutput = status === "scheduled" || warnings.length > 0;
  return of("passed", hasOutput ? [element("system-out", {}, [text])] : []);
}

function counted(all: readonly Case[]) {
  const count = (kind: Case["kind"]) => String(all.filter((one) => one.kind === kind).length);
  return { tests: String(all.length), failures: count("failure"), errors: count("error") };
}

const messageText = ({ summary, detail }: Message) =>
  [summary, detail].filter((text) => text !== "").join("\n");

function element(
  name: string,
  attributes: { readonly [name: string]: string },
  inside: readonly string[],
): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const open = `<${name}${words.join("")}`;
  return inside.length === 0 ? `${open}/>` : `${open}>${inside.join("\n")}</${name}>`;
}

const ENTITIES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes a text or an attribute. Control characters become visible, other characters that XML 1.0 does not allow U+FFFD. */
function escaped(text: string): string {
  return visible(text)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
