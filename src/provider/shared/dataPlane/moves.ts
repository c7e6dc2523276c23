import type { Move } from "../../../framework";
import { identifierIn, moveTargetIn } from "../moveTarget";
import { childId, type Owner } from "./identity";

/** The source addresses of a community provider, without the host. */
const ADDRESSES = {
  ronati: ["ronati/typesense"],
  fluent: ["fluent-health/typesense"],
  // Its documents say `alanm`, its repository belongs to `alangmartini`.
  alan: ["alanm/typesense", "alangmartini/typesense"],
  cysp: ["cysp/typesense"],
  kekenika: ["kekenika/typesense"],
} as const;

/**
 * A type of community providers whose objects are the same as ours, from their public code: its name, and the attribute that has the name on
 * the nodes. All of them have schema version 0.
 */
export type MoveSource = readonly [
  type: string,
  attribute: string,
  ...providers: readonly (keyof typeof ADDRESSES)[],
];

/** The first values of a moved object on nodes. */
interface MovedOnNodes extends Owner {
  readonly id: string;
  readonly name: string;
}

interface MoveOptions<Values> {
  /** Returns values besides the name, from the other provider's state. */
  readonly values?: (state: Readonly<Record<string, unknown>>) => Partial<Values>;
  /** The form of an identifier. @default any text */
  readonly form?: RegExp;
  /** Private state besides the mark of an import. */
  readonly privateState?: object;
}

/** Returns the moves to a type on nodes. */
export function movesOnNodes<Values extends Owner = MovedOnNodes>(
  sources: readonly MoveSource[],
  { values: more, form, privateState }: MoveOptions<Values> = {},
): readonly Move<Values>[] {
  const convertFrom =
    (type: string, attribute: string): Move<Values>["convert"] =>
    ({ values }, call) => {
      const name = identifierIn(values, attribute, type, form);
      const owner = moveTargetIn(call, type);
      const id = childId({ ...owner, api_key: null }, name);
      const moved: MovedOnNodes = { ...owner, id, name };
      return {
        values: { ...moved, ...more?.(values) } as object as Partial<Values>,
        privateState: { ...privateState, importing: true },
      };
    };
  return sources.flatMap(([type, attribute, ...providers]) =>
    providers
      .flatMap((provider): readonly string[] => ADDRESSES[provider])
      .map((provider) => ({
        provider,
        type,
        schemaVersions: [0],
        convert: convertFrom(type, attribute),
      })),
  );
}
