import { type AnyResource, describeDecomposed, findDecomposed, findProblems } from "../../framework";

/** Returns why no valid configuration has these values, as sentences; undefined: one has. */
export function problemAsCode(
  { schema, validators = [] }: Pick<AnyResource, "schema" | "validators">,
  values: object,
): string | undefined {
  const all: Readonly<Record<string, unknown>> = { ...values };
  const configured = Object.fromEntries(
    Object.entries(schema).map(([name, field]) => {
      const isComputed = "mode" in field && field.mode === "computed";
      return [name, (isComputed ? null : all[name]) ?? null];
    }),
  );
  // Terraform composes all strings.
  const text = findDecomposed(configured);
  if (text !== undefined) return describeDecomposed(text);
  const [problem] = findProblems(schema, validators, configured as never);
  return problem && `${problem.summary}: ${problem.detail}`;
}
