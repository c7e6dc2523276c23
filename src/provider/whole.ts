import { type AnyProvider, withOperations, withTypes } from "../framework";
import * as nodeTypes from "./dataPlaneTypes";
import * as operations from "./operations";
import { searchcloud } from "./provider";

/** Returns the provider with all of its types, to describe it: its schema, its docs, its bindings. */
export function wholeProvider(): AnyProvider {
  return withOperations(withTypes(searchcloud({}), nodeTypes), operations);
}
