import { CHANGE, eachStage, having, PAGES, UPDATE } from "../changes/kit";
import { APPLY } from "../support";

const READ = "listServerConfigurationParameters";
const HOUR = 3600;

describe("server_parameters_max_age", () => {
  const on = eachStage(having(PAGES));
  const read = () => on.requests().filter((operation) => operation === READ);

  test("spares the requests of a refresh until they are too old; an edit is written all the same", async () => {
    on.environment.SEARCHCLOUD_SERVER_PARAMETERS_MAX_AGE = "2h";
    await on.workspace.terraform([...APPLY, "-refresh-only"]);
    expect(read()).toEqual([READ]);
    on.emulator.setParameterOutside(on.id, "max-per-page", "600");
    expect(await on.empty()).toContain("Some server_parameters were not read again");
    expect(read()).toEqual([]);
    on.emulator.advance(2 * HOUR);
    expect((await on.change()).before?.server_parameters).toEqual({ "max-per-page": "600" });
    expect(read()).toEqual([READ]);
    await on.apply(having({ "max-per-page": "700" }));
    expect(on.wrote()).toEqual([UPDATE, CHANGE]);
    await on.empty();
  });
});
