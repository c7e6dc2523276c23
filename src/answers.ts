import { answersOf } from "./framework/answers";
import { searchcloud } from "./provider/provider";

/** The handlers of Terraform's calls. */
export const answers = answersOf(searchcloud(process.env));
