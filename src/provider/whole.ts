import { type AnyProvider, withTypes } from "../framework";
import * as nodeTypes from "./dataPlaneTypes";
import { searchcloud } from "./provider";

/** The provider with all of its types, for whatever describes it: its schema, its docs, its bindings. */
export function wholeProvider(): AnyProvider {
  return withTypes(searchcloud({}), nodeTypes);
}
