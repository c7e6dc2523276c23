import { clusters, fleet, imports, seedOf, total } from "../support/fleet";
import { minutesOf, RATE } from "./measure";

/** Hours that each change takes. */
const HOURS = 2;
/** Clusters on a page of the list. */
const PAGE = 50;

/** An apply that resizes many clusters at once, at {@link RATE} requests per minute, on a clock that advances only while nothing happens. */
export async function resizeRow(count: number): Promise<(string | number)[]> {
  const { workspace, time, requests, close } = await fleet({
    rate: `${RATE}/60`,
    seed: seedOf(count),
    assumptions: { change_seconds: HOURS * 3600 },
  });
  try {
    const parallelism = `-parallelism=${count}`;
    await workspace.write({ "main.tf": clusters(count, imports(count)) });
    await workspace.apply([parallelism]);
    const larger = clusters(count).replace('"0.5_gb"', '"1_gb"').replace("_1_hr_burst", "_2_hr_burst");
    await workspace.write({ "main.tf": larger });
    requests();
    const begin = time.now();
    await workspace.apply([parallelism]);
    const minutes = (time.now() - begin) / 60_000;
    const sent = total(requests());
    // A read to plan, the POST and the last read of each, and the pages that show them once a minute.
    const least = 3 * count + Math.ceil(count / PAGE) * HOURS * 60;
    return [count, sent, least, (sent / least).toFixed(2), minutes.toFixed(0)];
  } finally {
    await close();
  }
}

/** Refreshes of many clusters with `server_parameters`: each time, and with `server_parameters_max_age`. */
export async function parametersRow(count: number): Promise<(string | number)[]> {
  const { workspace, emulator, time, requests, close } = await fleet(
    { seed: seedOf(count) },
    { SEARCHCLOUD_REQUESTS_PER_MINUTE: "0", SEARCHCLOUD_SERVER_PARAMETERS_MAX_AGE: "12h" },
  );
  try {
    // They hold and have taken effect, so that the imports write nothing and restart nothing.
    const ids = seedOf(count).clusters.map(({ id }) => id);
    for (const id of ids) emulator.setParameterOutside(id, "max-per-page", "500");
    const restart = Math.floor(time.now() / 1000) + 60;
    for (const id of ids) emulator.changeOutside(id, { perform_change_at: restart });
    time.emulator.advance(86_400_000);
    const text = (more = "") =>
      clusters(count, more).replace("name =", 'server_parameters = { "max-per-page" = "500" }\n  name =');
    await workspace.write({ "main.tf": text(imports(count)) });
    await workspace.apply([]);
    await workspace.write({ "main.tf": text() });
    requests();
    await workspace.apply(["-refresh-only"]);
    const all = total(requests());
    await workspace.plan([]);
    const spared = total(requests());
    return [count, all, minutesOf(all), spared, minutesOf(spared)];
  } finally {
    await close();
  }
}
