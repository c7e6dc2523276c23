import { schemaBytes } from "./framework/rpc/schema";
import { wholeProvider } from "./provider/whole";

/** The provider's encoded schema. The shipped file contains these bytes, because the first process of a plan needs nothing else. */
export const schema = schemaBytes(wholeProvider());
