import type { ProviderHandlers } from "../../wire";
import type { Session } from "../session";
import { encodeFunction } from "./function";

export function getFunctions(session: Session): ProviderHandlers["getFunctions"] {
  return async () => ({
    functions: Object.fromEntries(
      session.provider.functions.map((part) => [part.name, encodeFunction(part)]),
    ),
    diagnostics: [],
  });
}
