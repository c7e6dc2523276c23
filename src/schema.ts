import { identitySchemaBytes } from "./framework/rpc/identitySchemas";
import { schemaBytes } from "./framework/rpc/schema";
import { wholeProvider } from "./provider/whole";

const whole = wholeProvider();

/** The provider's encoded schema. The shipped file contains these bytes, because the first process of a plan needs nothing else. */
export const schema = schemaBytes(whole);
/** The encoded schemas of the identities, for which Terraform 1.12 and later ask together with the schema. */
export const identities = identitySchemaBytes(whole);
