import "./wire/process/interrupt";
import { serve } from "./framework/serve";
import { ADDRESS } from "./provider/address";

// Each is a chunk of the shipped file, loaded when a call of Terraform needs it.
const answers = async () => (await import("./answers")).answers;
const schema = async () => (await import("./schema")).schema;
const identities = async () => (await import("./schema")).identities;

void serve(answers, { address: ADDRESS, schema, identities });
