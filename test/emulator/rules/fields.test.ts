import { call, emulators } from "../support";

const start = emulators();
const AT = { perform_change_at: 1_798_765_200 };
const PAIR = { memory: "8_gb", vcpu: "4_vcpus" };
const ONE = { ...PAIR, regions: "oregon" };
const PLACE = "exactly one of regions and region_node_counts must be present";
const begins = (text: string) => expect.stringMatching(`^${text}`);

type Row = [body: object, messages: unknown[]];

/** One body with every property wrong shows the rule of each; what one property can break in several ways has rows. */
const BODIES: Record<string, Row[]> = {
  "POST /clusters": [
    [{}, ["memory is required", "vcpu is required", PLACE]],
    [
      {
        memory: 8,
        vcpu: "3_vcpus",
        regions: null,
        high_availability_node_count: 2,
        name: 7,
        gpu: true,
        high_performance_disk: null,
        high_availability: false,
        search_delivery_network: "on",
        search_server_version: 30.1,
        auto_upgrade_capacity: "yes",
        load_balancing: "yes",
        new_memory: "16_gb",
      },
      [
        "load_balancing is not allowed",
        "new_memory is not allowed",
        begins("memory must be one of 0.5_gb, 1_gb, "),
        begins("vcpu must be one of "),
        begins("regions must be one of n_california, "),
        "high_availability_node_count must be a whole number from 3 to 7",
        "name must be a string or null",
        "gpu must be one of yes, no",
        "high_performance_disk must be one of yes, no",
        "high_availability must be one of yes, no",
        begins("search_delivery_network must be one of off, "),
        "search_server_version must be a non-empty string",
        "auto_upgrade_capacity must be true, false or null",
      ],
    ],
    [{ ...ONE, region_node_counts: { oregon: 1 } }, [PLACE]],
    [{ ...PAIR, regions: [] }, ["regions must have at least 1 item"]],
    [{ ...PAIR, regions: ["oregon", "atlantis"] }, [begins("regions must be one of ")]],
    [{ ...PAIR, regions: ["oregon", "oregon"] }, ["regions must not name one twice"]],
    [
      { ...ONE, high_availability_node_count: 8, search_server_version: "" },
      [
        "high_availability_node_count must be a whole number from 3 to 7",
        "search_server_version must be a non-empty string",
      ],
    ],
    [
      { ...PAIR, region_node_counts: { oregon: 3 }, high_availability_node_count: 3 },
      ["region_node_counts must not be sent together with high_availability_node_count"],
    ],
    ...(
      [
        [{}, "must have at least 1 region"],
        [[3], "must be an object of region and number of nodes"],
        ["{oregon:3}", "must be an object of region and number of nodes"],
        [{ oregon: 0 }, "must have a whole number of 1 or more for oregon"],
        [{ oregon: 1.5 }, "must have a whole number of 1 or more for oregon"],
        [{ atlantis: 1 }, "has an unknown region atlantis; the regions are n_california, "],
      ] as const
    ).map(([counts, text]): Row => {
      return [{ ...PAIR, region_node_counts: counts }, [begins(`region_node_counts ${text}`)]];
    }),
  ],
  "PATCH /clusters/abc": [
    [{}, ["at least one of name and auto_upgrade_capacity must be present"]],
    [
      { name: 7, auto_upgrade_capacity: null, memory: "16_gb", __PROTO__: 1 },
      [
        "memory is not allowed",
        "__PROTO__ is not allowed",
        "name must be a string or null",
        "auto_upgrade_capacity must be true or false",
      ],
    ],
  ],
  "POST /clusters/abc/lifecycle": [
    [{}, ["lifecycle_action is required"]],
    [
      { lifecycle_action: "restart", force: true },
      ["force is not allowed", "lifecycle_action must be one of terminate"],
    ],
  ],
  "POST /clusters/abc/configuration-changes": [
    [{}, ["perform_change_at is required"]],
    [
      {
        perform_change_at: "1798765200",
        new_memory: "7_gb",
        new_vcpu: "3_vcpus",
        new_gpu: true,
        new_high_performance_disk: null,
        new_search_server_version: 30.1,
        new_high_availability: true,
        new_high_availability_node_count: null,
        new_search_delivery_network: "on",
        new_region_node_counts: '{"oregon":3}',
        notification_email_addresses: "a@b.example",
        memory: "16_gb",
        new_regions: ["oregon"],
        new_load_balancing: "yes",
        auto_upgrade_capacity: true,
      },
      [
        "memory is not allowed",
        "new_regions is not allowed",
        "new_load_balancing is not allowed",
        "auto_upgrade_capacity is not allowed",
        begins("perform_change_at must be a whole number "),
        begins("new_memory must be one of 0.5_gb, "),
        begins("new_vcpu must be one of "),
        "new_gpu must be one of yes, no",
        "new_high_performance_disk must be one of yes, no",
        "new_search_server_version must be a non-empty string",
        "new_high_availability must be one of yes, no",
        "new_high_availability_node_count must be a whole number from 3 to 7",
        begins("new_search_delivery_network must be one of off, "),
        "new_region_node_counts must be an object of region and number of nodes",
        "notification_email_addresses must be a list of non-empty strings",
        "new_region_node_counts must not be sent together with new_high_availability_node_count",
      ],
    ],
    [{ perform_change_at: 1_798_765_200.5 }, [begins("perform_change_at must be a whole number ")]],
    [
      { ...AT, notification_email_addresses: ["a@b.example", 7] },
      ["notification_email_addresses must be a list of non-empty strings"],
    ],
  ],
  "POST /clusters/abc/cloning-operations": [
    [
      {
        search_server_version: null,
        target_region: "atlantis",
        notification_email_addresses: [""],
        region: "paris",
        new_search_server_version: "30.1",
        name: "copy",
      },
      [
        "region is not allowed",
        "new_search_server_version is not allowed",
        "name is not allowed",
        "search_server_version must be a non-empty string",
        begins("target_region must be one of n_california, "),
        "notification_email_addresses must be a list of non-empty strings",
      ],
    ],
  ],
  ...Object.fromEntries(
    ["configuration-changes/c1", "cloning-operations/k1"].map((path): [string, Row[]] => [
      `PATCH /clusters/abc/${path}`,
      [
        [{}, ["status is required"]],
        [{ status: "pending", reason: "x" }, ["reason is not allowed", "status must be one of canceled"]],
      ],
    ]),
  ),
  "POST /clusters/abc/server-configuration-parameters": [
    [{}, ["parameter_name is required", "parameter_value is required"]],
    [
      { parameter_name: 7, parameter_value: 500 },
      ["parameter_name must be a non-empty string", "parameter_value must be a non-empty string"],
    ],
    [{ parameter_name: "max-per-page", parameter_value: "" }, ["parameter_value must be a non-empty string"]],
  ],
  "PATCH /clusters/abc/server-configuration-parameters/{id}": [
    [{}, ["parameter_value is required"]],
    [
      { parameter_name: "max-per-page", parameter_value: 900 },
      ["parameter_name is not allowed", "parameter_value must be a non-empty string"],
    ],
  ],
};

const rows = Object.entries(BODIES).flatMap(([line, bodies]) =>
  bodies.map((row): [string, ...Row] => [line, ...row]),
);
test.each(rows)("%s of %j answers 400 with every rule that fails, and changes nothing", async (...row) => {
  const [line, json, messages] = row;
  const cluster = { id: "abc", changes: [{ id: "c1" }], clones: [{ id: "k1" }] };
  const emulator = await start({ seed: { clusters: [{ ...cluster, parameters: { "max-per-page": "5" } }] } });
  const before = emulator.state();
  const answer = await call(emulator, line.replace("{id}", before.parameters[0]?.id ?? ""), { json });
  const body = answer.body as { message: string; messages: string[] };
  expect(answer.status).toBe(400);
  expect(body).toEqual({ success: false, message: body.messages.join("; "), messages });
  expect(emulator.state()).toEqual(before);
});

test("__proto__ is a property like any other", async () => {
  const emulator = await start({ seed: { clusters: [{ id: "abc" }] } });
  const answer = await call(emulator, "PATCH /clusters/abc", { text: '{"name":"x","__proto__":{}}' });
  expect(answer).toMatchObject({ status: 400, body: { message: "__proto__ is not allowed" } });
});
