import { serve } from "./framework";
import { ADDRESS } from "./provider/address";
import { searchcloud } from "./provider/provider";

void serve(searchcloud(process.env), { address: ADDRESS });
