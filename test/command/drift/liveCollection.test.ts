import { reportOn } from "../../../src/command/drift/findings";
import { planOf } from "./plans";

const versionsOf = (documents: number) => [{ name: "catalog_1a2b3c4d", documents, live: true }];
const service = (values: object) => ({ id: "c-1/catalog", name: "catalog", step: "ready", ...values });
const reported = (told: Parameters<typeof planOf>[0]) => {
  const [only] = reportOn(
    planOf({ resource: { type: "searchcloud_live_collection" }, ...told }),
    [],
  ).resources;
  return [only?.status, only?.attributes.map(({ path, service, deployed }) => [path, service, deployed])];
};

test("an alias that somebody has moved is drift, and the documents of the versions are none", () => {
  expect(
    reported({
      service: service({ step: "detached", versions: versionsOf(9) }),
      unknown: { step: true, versions: true },
      deployed: { step: "ready", versions: versionsOf(5) },
    }),
  ).toEqual(["drift", [["step", "detached", "ready"]]]);
});

test("an edit in git is not deployed yet, whatever the documents do", () => {
  expect(
    reported({
      service: service({ default_sorting_field: "rank", versions: versionsOf(9) }),
      git: { default_sorting_field: "price" },
      unknown: { collection_name: true, versions: true },
      deployed: { versions: versionsOf(5) },
    }),
  ).toEqual(["not_deployed", [["default_sorting_field", "rank", "rank"]]]);
});
