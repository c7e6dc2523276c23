import "./wire/process/interrupt";
import { serve } from "./framework/serve";
import { ADDRESS } from "./provider/address";

const provider = async () => (await import("./provider/provider")).searchcloud(process.env);

void serve(provider, { address: ADDRESS });
