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
 * Runs what answers one RPC. Whatever is thrown becomes a diagnostic, so that a fault in one resource never takes the
 * process, and with it every other resource's answer, down.
 */
export async function guarded(
  session: Session,
  attempted: string,
  run: (diagnostics: Diagnostics) => void | Promise<void>,
): Promise<WireDiagnostic[]> {
  const diagnostics = new Diagnostics();
  try {
    await run(diagnostics);
  } catch (error) {
    diagnostics.thrown(error, attempted, session.surroundings.log);
  }
  return diagnostics.items.map(encodeDiagnostic);
}

function encodeDiagnostic(item: Diagnostic): WireDiagnostic {
  return {
    severity: item.severity === "error" ? Severity.ERROR : Severity.WARNING,
    summary: item.summary,
    detail: item.detail,
    attribute: item.path && item.path.length > 0 ? encodePath(item.path) : undefined,
  };
}

export function encodePath(path: Path): AttributePath {
  return { steps: path.map(encodeStep) };
}

function encodeStep(step: Path[number]): AttributePathStep {
  if (typeof step === "number") return { elementKeyInt: step };
  return typeof step === "string" ? { attributeName: step } : { elementKeyString: step.key };
}
