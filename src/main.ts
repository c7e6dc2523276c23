import { serve } from "./framework/serve";
import { searchcloud } from "./provider/provider";

void serve(searchcloud(process.env));
