import { type Answer, recordedAnswer, type Step, type Version } from "./recorded";

/** The differences of a response from the recorded one, in this order. */
export const KINDS = ["status", "type", "headers", "shape", "message"] as const;
export type Kind = (typeof KINDS)[number];

const JSON_TYPE = "application/json; charset=utf-8";

/** Returns the differences of a response from the recorded one. If the status differs, nothing else is compared. */
export function differences(step: Step, version: Version, answer: Answer): Kind[] {
  const real = recordedAnswer(step, version);
  if (real.status !== answer.status) return ["status"];
  const [is, shouldBe] = [values(answer.body), values(real.body)];
  const differs: Readonly<Record<Kind, boolean>> = {
    status: false,
    type: typeOf(real) !== typeOf(answer),
    headers: !isEqual(real.headers ?? {}, answer.headers ?? {}),
    shape: !step.bodiless && !isEqual(shapeOf(shouldBe), shapeOf(is)),
    message: !step.shape && !step.bodiless && !isEqual(messagesIn(shouldBe), messagesIn(is)),
  };
  return KINDS.filter((kind) => differs[kind]);
}

function typeOf({ type }: Answer): string | null {
  return type === undefined ? JSON_TYPE : type;
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Parses a body; for lines of JSON, returns their values. */
function values(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return body.split("\n").map((line) => JSON.parse(line) as unknown);
  } catch {
    return body;
  }
}

/** The keys and types of a value, each once; of a list, those of its items together. */
export function shapeOf(value: unknown): string[] {
  return [...new Set(placesIn(value, ""))].sort();
}

function placesIn(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return [`${at}: list`, ...value.flatMap((one) => placesIn(one, `${at}[]`))];
  if (value === null) return [`${at}: null`];
  if (typeof value !== "object") return [`${at}: ${typeof value}`];
  const below = Object.entries(value).flatMap(([key, one]) => placesIn(one, `${at}.${key}`));
  return [`${at}: object`, ...below];
}

/** Returns the messages of refusals: of the whole request, of a line, or of one of many searches. */
export function messagesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(messagesIn);
  if (typeof value !== "object" || value === null) return [];
  const { message, error, results } = value as Readonly<Record<string, unknown>>;
  const own = [message, error].filter((one) => typeof one === "string");
  return [...own, ...messagesIn(results)].map(withoutPort);
}

function withoutPort(text: string): string {
  return text.replace(/\bport \d+|:\d{4,5}\b/g, "port");
}
