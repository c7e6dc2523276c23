import { analyticsRule } from "./analyticsRule";
import { curationSet } from "./curationSet";
import { preset } from "./preset";
import type { AnyRow } from "./row";
import { stopwordsSet } from "./stopwordsSet";
import { synonymSet } from "./synonymSet";

/** The types of {@link namedRecord}. */
export const ROWS: readonly AnyRow[] = [synonymSet, curationSet, preset, stopwordsSet, analyticsRule];
