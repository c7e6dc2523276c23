import { actionsLike, isKeyAction } from "../../../api/dataPlane/keyActions";
import { checks, REPLACE, t } from "../../../framework";

const permitted = (description: string) =>
  ({
    type: t.set(t.string),
    mode: "required",
    updatedBy: REPLACE,
    description,
    validators: [checks.notEmpty(), checks.each(checks.notEmpty())],
  }) as const;

/** The attributes that say what a key allows. */
export const keyPermissions = {
  actions: permitted(
    "Actions that the key allows: `documents:search`, `documents:get`, `collections:*`, `keys:*` and so on; `*` is all of them.",
  ),
  collections: permitted(
    "Names of the collections that it allows them for, or regular expressions such as `products_.*`; `*` is all of them. Aliases count as names.",
  ),
} as const;

/** Warns of actions that no server checks: it accepts them, and the key then allows less than it seems. */
export function warnOfActions(
  { warn }: { warn(summary: string, detail: string, path?: readonly string[]): void },
  actions: readonly string[],
): void {
  const unknown = actions.filter((action) => !isKeyAction(action));
  if (unknown.length === 0) return;
  const names = unknown.map((action) => `"${action}"`).join(", ");
  const hints = unknown.flatMap((action) => {
    const known = actionsLike(action);
    return known.length === 0 ? [] : [` Instead of "${action}", servers check ${known.join(", ")}.`];
  });
  warn(
    `The server may not know the action${unknown.length > 1 ? "s" : ""} ${names}`,
    "An action has the form resource:verb, such as documents:search, collections:*, keys:create or aliases:get; * allows everything. Servers " +
      "accept actions that they do not know, and the key then allows less than it seems. This provider may not know all actions either." +
      hints.join(""),
    ["actions"],
  );
}
