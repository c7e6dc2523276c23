import {
  type AttributePath,
  type AttributePathStep,
  Severity,
  type Diagnostic as WireDiagnostic,
} from "../../wire";
import type { Path } from "../../wire/cty/error";
import { type Diagnostic, Diagnostics } from "../diagnostics";
import type { Session } from "../session";

/**
 * Answers one RPC. `run` completes the answer, which initially has the values for a failure. Anything that it throws becomes a
 * diagnostic, so that a fault in one resource never ends the process and the calls of all other resources.
 */
export async function respond<Answer extends object>(
  session: Session,
  attempted: string,
  answer: Answer,
  run: (answer: Answer, diagnostics: Diagnostics) => void | Promise<void>,
): Promise<Answer & { diagnostics: WireDiagnostic[] }> {
  const diagnostics = new Diagnostics();
  try {
    await run(answer, diagnostics);
  } catch (error) {
    diagnostics.addThrown(error, attempted, session.environment.log);
  }
  return { ...answer, diagnostics: encodeDiagnostics(session, diagnostics.items) };
}

/** Encodes diagnostics without secrets. */
export function encodeDiagnostics(
  { environment: { secrets } }: Session,
  items: readonly Diagnostic[],
): WireDiagnostic[] {
  return items.map((item) => encodeDiagnostic(item, secrets.outgoing));
}

function encodeDiagnostic(
  { severity, path = [], ...words }: Diagnostic,
  outgoing: (text: string) => string,
): WireDiagnostic {
  const [summary, detail] = [outgoing(words.summary), outgoing(words.detail)];
  return {
    severity: severity === "error" ? Severity.ERROR : Severity.WARNING,
    summary,
    detail,
    attribute: path.length > 0 ? encodePath(path) : undefined,
  };
}

export function encodePath(path: Path): AttributePath {
  return { steps: path.map(encodeStep) };
}

function encodeStep(step: Path[number]): AttributePathStep {
  if (typeof step === "number") return { elementKeyInt: step };
  return typeof step === "string" ? { attributeName: step } : { elementKeyString: step.key };
}
