import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

test("NODE_TLS_REJECT_UNAUTHORIZED=0 sends no secret to an impostor", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", join(__dirname, "impostors.ts")],
    { env: { PATH: process.env.PATH, NODE_TLS_REJECT_UNAUTHORIZED: "0" } },
  );
  const { arrived, outcomes } = JSON.parse(stdout);
  expect(arrived).toEqual([]);
  const refused = expect.stringMatching(
    /UNABLE_TO_VERIFY_LEAF_SIGNATURE|unable to verify the first certificate/,
  );
  expect(outcomes).toEqual({
    "management key": refused,
    "management key, tunnel": refused,
    "management key, https proxy": refused,
    "data-plane key": refused,
    "data-plane key, tunnel": refused,
    "data-plane key, https proxy": refused,
    download: refused,
  });
});
