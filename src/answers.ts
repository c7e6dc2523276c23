import { answersOf } from "./framework/answers";
import { searchcloud } from "./provider/provider";

/** What answers Terraform's calls. */
export const answers = answersOf(searchcloud(process.env));
