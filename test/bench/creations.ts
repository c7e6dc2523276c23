import { clusters, fleet, total } from "../support/fleet";
import { minutesOf, RATE } from "./measure";

/** The numbers of parallel operations: all at once, and Terraform's default. */
export const PARALLEL = [100, 10];

const MINUTE = 60_000;
/** Minutes until a cluster is in service, and seconds between the polls of a provider without a budget. */
const STARTS = 5;
const NAIVE_LOOK = 8;
/** Clusters on a page of the list. */
const PAGE = 50;

/** Creates clusters on a clock that advances only while nothing happens, so that counts are the same on every machine. */
export async function creationRow(count: number, parallelism: number): Promise<(string | number)[]> {
  const { workspace, time, requests, close } = await fleet({
    rate: `${RATE}/60`,
    assumptions: { provisioning_seconds: STARTS * 60 },
  });
  try {
    await workspace.write({ "main.tf": clusters(count) });
    await workspace.plan(["-out=plan.out"]);
    time.expect(count, parallelism);
    const begin = time.now();
    await workspace.apply([`-parallelism=${parallelism}`, "plan.out"]);
    const minutes = (time.now() - begin) / MINUTE;
    const least = leastOf(count, parallelism);
    const naive = count * (1 + Math.ceil((STARTS * 60) / NAIVE_LOOK));
    return [
      parallelism,
      total(requests()),
      least.requests,
      naive,
      minutes.toFixed(1),
      least.minutes,
      Math.max(minutesOf(naive), least.minutes),
    ];
  } finally {
    await close();
  }
}

/** One request for each cluster, and for each batch one read when it is in service. */
function leastOf(count: number, parallelism: number) {
  const lots = Math.ceil(count / parallelism);
  const lot = Math.min(count, parallelism);
  return {
    requests: count + lots * Math.ceil(lot / PAGE),
    minutes: lots * (minutesOf(lot) + STARTS),
  };
}
