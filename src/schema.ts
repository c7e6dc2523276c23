import { schemaBytes } from "./framework/rpc/schema";
import { wholeProvider } from "./provider/whole";

/** The provider's schema as Terraform reads it. In the shipped file these bytes stand ready: the first process of a plan needs nothing else. */
export const schema = schemaBytes(wholeProvider());
