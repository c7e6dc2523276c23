import type { DynamicValue } from "../../wire";
import { hasUnknown, type ValueRecord } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { AnyProvider } from "../provider";
import type { Session } from "../session";
import { findProblems, validate } from "../validate";
import { refuseWriteOnly } from "../writeOnly";
import { respond } from "./diagnostics";
import { decodeAndRegister } from "./values";

type Configured = Pick<AnyProvider, "schema" | "validators">;

/** Answers the validation of a configuration. */
export function validated(
  session: Session,
  attempted: string,
  bytes: DynamicValue | undefined,
  find: () => Configured | Promise<Configured>,
  writeOnlyAllowed = false,
) {
  return respond(session, attempted, {}, async (_, diagnostics) => {
    const { schema, validators = [] } = await find();
    const config = decodeAndRegister(session, schema, bytes);
    if (!config) return;
    if (!writeOnlyAllowed) refuseWriteOnly(schema, config, false, diagnostics);
    validate(schema, validators, config, diagnostics);
  });
}

/**
 * Decodes a configuration that Terraform sends only once all of it is known, and validates it: Terraform does not validate again what was
 * unknown at plan.
 *
 * @param nothing the end of the error, such as "Nothing was opened."
 * @throws TerraformError if there is none, or if values are unknown or invalid
 */
export function decodeKnown(
  session: Session,
  typeName: string,
  { schema, validators = [] }: Configured,
  bytes: DynamicValue | undefined,
  nothing: string,
): ValueRecord {
  const config = decodeAndRegister(session, schema, bytes);
  if (!config) throw new TerraformError("No configuration", `Terraform sent none for ${typeName}.`);
  const unknown = Object.keys(config).filter((name) => hasUnknown(config[name]));
  if (unknown.length > 0)
    throw new TerraformError(
      `Values of ${typeName} are still unknown`,
      `The configuration sets ${unknown.join(", ")} to a value that is not known yet. ${nothing}`,
      unknown.slice(0, 1),
    );
  const [problem] = findProblems(schema, validators, config);
  if (problem) throw new TerraformError(problem.summary, `${problem.detail} ${nothing}`, problem.path);
  return config;
}
