import "./wire/process/interrupt";
import { serve } from "./framework/serve";
import { ADDRESS } from "./provider/address";

const provider = async () => (await import("./provider/provider")).searchcloud(process.env);

const schema = async () => (await import("./schema")).schema;

void serve(provider, { address: ADDRESS, schema });
