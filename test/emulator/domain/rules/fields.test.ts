import { call, emulatorsOf } from "../../support";

const start = emulatorsOf({
  changes: [{ id: "c1" }],
  clones: [{ id: "k1" }],
  parameters: { "max-per-page": "5" },
});
const AT = { perform_change_at: 1_798_765_200 };
const PAIR = { memory: "8_gb", vcpu: "4_vcpus" };
const ONE = { ...PAIR, regions: "oregon" };

/** A body and its problems. A message that ends with `…` is a prefix. */
type Row = readonly [body: object, messages: readonly string[]];

/** A body of invalid properties, each with its value and problem, in the order of the response. */
function wrong(properties: Readonly<Record<string, readonly [unknown, string]>>, ...more: string[]): Row {
  const all = Object.entries(properties);
  return [
    Object.fromEntries(all.map(([name, [value]]) => [name, value])),
    [...all.map(([name, [, text]]) => `${name} ${text}`), ...more],
  ];
}

const NOT_ALLOWED = "is not allowed";
const YES_NO = "must be one of yes, no";
const TEXT = "must be a non-empty string";
const TEXTS = "must be a list of non-empty strings";
const NODES = "must be a whole number from 3 to 7";
const COUNTS = "must be an object of region and number of nodes";
const PLACE = "exactly one of regions and region_node_counts must be present";
const cancels: readonly Row[] = [
  [{}, ["status is required"]],
  wrong({ reason: ["x", NOT_ALLOWED], status: ["pending", "must be one of canceled"] }),
];

/** One body with every property wrong shows the rule of each; what one property can break in several ways has rows. */
const BODIES: Readonly<Record<string, readonly Row[]>> = {
  "POST /clusters": [
    [{}, ["memory is required", "vcpu is required", PLACE]],
    wrong({
      load_balancing: ["yes", NOT_ALLOWED],
      new_memory: ["16_gb", NOT_ALLOWED],
      memory: [8, "must be one of 0.5_gb, 1_gb, …"],
      vcpu: ["3_vcpus", "must be one of …"],
      regions: [null, "must be one of n_california, …"],
      high_availability_node_count: [2, NODES],
      name: [7, "must be a string or null"],
      gpu: [true, YES_NO],
      high_performance_disk: [null, YES_NO],
      high_availability: [false, YES_NO],
      search_delivery_network: ["on", "must be one of off, …"],
      search_server_version: [30.1, TEXT],
      auto_upgrade_capacity: ["yes", "must be true, false or null"],
    }),
    [{ ...ONE, region_node_counts: { oregon: 1 } }, [PLACE]],
    [{ ...PAIR, regions: [] }, ["regions must have at least 1 item"]],
    [{ ...PAIR, regions: ["oregon", "atlantis"] }, ["regions must be one of …"]],
    [{ ...PAIR, regions: ["oregon", "oregon"] }, ["regions must not name one twice"]],
    [
      { ...ONE, high_availability_node_count: 8, search_server_version: "" },
      [`high_availability_node_count ${NODES}`, `search_server_version ${TEXT}`],
    ],
    [
      { ...PAIR, region_node_counts: { oregon: 3 }, high_availability_node_count: 3 },
      ["region_node_counts must not be sent together with high_availability_node_count"],
    ],
    ...(
      [
        [{}, "must have at least 1 region"],
        [[3], COUNTS],
        ["{oregon:3}", COUNTS],
        [{ oregon: 0 }, "must have a whole number of 1 or more for oregon"],
        [{ oregon: 1.5 }, "must have a whole number of 1 or more for oregon"],
        [{ atlantis: 1 }, "has an unknown region atlantis; the regions are n_california, …"],
      ] as const
    ).map(([counts, text]): Row => [{ ...PAIR, region_node_counts: counts }, [`region_node_counts ${text}`]]),
  ],
  "PATCH /clusters/abc": [
    [{}, ["at least one of name and auto_upgrade_capacity must be present"]],
    wrong({
      memory: ["16_gb", NOT_ALLOWED],
      __PROTO__: [1, NOT_ALLOWED],
      name: [7, "must be a string or null"],
      auto_upgrade_capacity: [null, "must be true or false"],
    }),
    [JSON.parse('{"name":"x","__proto__":{}}'), ["__proto__ is not allowed"]],
  ],
  "POST /clusters/abc/lifecycle": [
    [{}, ["lifecycle_action is required"]],
    wrong({ force: [true, NOT_ALLOWED], lifecycle_action: ["restart", "must be one of terminate"] }),
  ],
  "POST /clusters/abc/configuration-changes": [
    [{}, ["perform_change_at is required"]],
    wrong(
      {
        memory: ["16_gb", NOT_ALLOWED],
        new_regions: [["oregon"], NOT_ALLOWED],
        new_load_balancing: ["yes", NOT_ALLOWED],
        auto_upgrade_capacity: [true, NOT_ALLOWED],
        perform_change_at: ["1798765200", "must be a whole number …"],
        new_memory: ["7_gb", "must be one of 0.5_gb, …"],
        new_vcpu: ["3_vcpus", "must be one of …"],
        new_gpu: [true, YES_NO],
        new_high_performance_disk: [null, YES_NO],
        new_search_server_version: [30.1, TEXT],
        new_high_availability: [true, YES_NO],
        new_high_availability_node_count: [null, NODES],
        new_search_delivery_network: ["on", "must be one of off, …"],
        new_region_node_counts: ['{"oregon":3}', COUNTS],
        notification_email_addresses: ["a@b.example", TEXTS],
      },
      "new_region_node_counts must not be sent together with new_high_availability_node_count",
    ),
    [{ perform_change_at: 1_798_765_200.5 }, ["perform_change_at must be a whole number …"]],
    [{ ...AT, notification_email_addresses: ["a@b.example", 7] }, [`notification_email_addresses ${TEXTS}`]],
  ],
  "POST /clusters/abc/cloning-operations": [
    wrong({
      region: ["paris", NOT_ALLOWED],
      new_search_server_version: ["30.1", NOT_ALLOWED],
      name: ["copy", NOT_ALLOWED],
      search_server_version: [null, TEXT],
      target_region: ["atlantis", "must be one of n_california, …"],
      notification_email_addresses: [[""], TEXTS],
    }),
  ],
  "PATCH /clusters/abc/configuration-changes/c1": cancels,
  "PATCH /clusters/abc/cloning-operations/k1": cancels,
  "POST /clusters/abc/server-configuration-parameters": [
    [{}, ["parameter_name is required", "parameter_value is required"]],
    wrong({ parameter_name: [7, TEXT], parameter_value: [500, TEXT] }),
    [{ parameter_name: "max-per-page", parameter_value: "" }, [`parameter_value ${TEXT}`]],
  ],
  "PATCH /clusters/abc/server-configuration-parameters/{id}": [
    [{}, ["parameter_value is required"]],
    wrong({ parameter_name: ["max-per-page", NOT_ALLOWED], parameter_value: [900, TEXT] }),
  ],
};

const rows = Object.entries(BODIES).flatMap(([line, bodies]) => bodies.map((row) => [line, ...row] as const));
test.each(rows)("%s of %j answers 400 with every rule that fails, and changes nothing", async (...row) => {
  const [line, json, messages] = row;
  const emulator = await start();
  const before = emulator.state();
  const answer = await call(emulator, line.replace("{id}", before.parameters[0]?.id ?? ""), { json });
  const body = answer.body as { message: string; messages: string[] };
  const expected = messages.map((text) =>
    text.endsWith("…") ? expect.stringMatching(`^${text.slice(0, -1)}`) : text,
  );
  expect(answer.status).toBe(400);
  expect(body).toEqual({ success: false, message: body.messages.join("; "), messages: expected });
  expect(emulator.state()).toEqual(before);
});
