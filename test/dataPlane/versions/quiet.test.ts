import { awaitQuiet } from "../../../src/dataPlane/versions/quiet";
import { START } from "../../client/kit/clock";
import { TO, twoVersions } from "./kit";

/** Waits; the documents of the new version grow at the first looks. */
async function waited(growing: number, deadlineMs = 60_000) {
  const on = twoVersions();
  let looks = 0;
  on.hook = async () => {
    // Three nodes are asked at each look.
    if (looks % 3 === 0 && looks / 3 < growing) await on.write(`d${looks}`, "x", { collection: TO });
    looks += 1;
  };
  const error = await on
    .ended(awaitQuiet(on.ctx({ deadline: on.clock.now() + deadlineMs })))
    .then(() => null)
    .catch((thrown: unknown) => thrown);
  return { looks: looks / 3, seconds: (on.clock.now() - START) / 1000, error };
}

test("it is quiet after three equal looks in a row", async () => {
  expect(await waited(0)).toEqual({ looks: 3, seconds: 4, error: null });
  expect(await waited(4)).toMatchObject({ looks: 6, error: null });
});

test("a version that is written without an end is an error at the deadline", async () => {
  expect(await waited(1000)).toMatchObject({
    error: { summary: `The time limit was reached while waiting for writes to collection "${TO}" to end` },
  });
});
