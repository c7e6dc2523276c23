import type { AnyProvider } from "../../src/framework";
import { searchcloud } from "../../src/provider/provider";
import { checkToolVersion } from "../../src/provider/toolVersion";
import { Secrets } from "../../src/redaction";

test.each(["0.15.5", "1.5.7", "1.5.0-rc1"])(
  "Terraform %s is refused, with what is needed and where it is",
  (version) => {
    expect(() => checkToolVersion(version)).toThrow(
      expect.objectContaining({
        summary: `Terraform ${version} is too old`,
        detail: expect.stringMatching(
          /needs Terraform 1\.8 or later, or OpenTofu 1\.6 or later\. Nothing was read or changed\. Install .*hashicorp\.com.*opentofu\.org/,
        ),
      }),
    );
  },
);

// A provider cannot tell Terraform 1.6 from OpenTofu 1.6.
test.each(["1.6.0-alpha1", "1.7.5", "1.8.0", "1.11.4", "2.0.0", "", "dev"])("%j passes", (version) => {
  expect(() => checkToolVersion(version)).not.toThrow();
});

test("the provider refuses it before anything else, even where its own settings are wrong", async () => {
  const { configure }: AnyProvider = searchcloud({ SEARCHCLOUD_DIALECT: "none" });
  const context = {
    terraformVersion: "1.5.7",
    log: undefined as never,
    secrets: new Secrets(),
    warn: () => undefined,
  };
  await expect(configure({}, context)).rejects.toThrow("Terraform 1.5.7 is too old");
});
