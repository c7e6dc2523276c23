import {
  ApplyResourceChangeResponse,
  AttributePath,
  CallFunctionResponse,
  Diagnostic,
  type DynamicValue,
  GetProviderSchemaResponse,
  InvokeActionEvent,
  type MessageFns,
  OpenEphemeralResourceResponse,
  PlanResourceChangeRequest,
  ProviderDefinition,
  RawState,
  Schema,
  SchemaAttribute,
  SchemaBlock,
  Severity,
  StringKind,
  UpgradeResourceStateRequest,
} from "../../../src/wire";
import { HealthCheckResponse, HealthDefinition, ServingStatus } from "../../../src/wire/generated/health";
import {
  ConnInfo,
  GRPCBrokerDefinition,
  GRPCControllerDefinition,
  GRPCStdioDefinition,
  StdioChannel,
  StdioData,
} from "../../../src/wire/generated/plugin";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const NONE = new Uint8Array();
const NULL: DynamicValue = { msgpack: bytes("c0"), json: NONE };
const EMPTY_BLOCK: SchemaBlock = SchemaBlock.decode(NONE);
const SECRET: SchemaAttribute = {
  ...SchemaAttribute.decode(NONE),
  name: "a",
  type: Uint8Array.from(Buffer.from('"string"')),
  optional: true,
  sensitive: true,
  writeOnly: true,
};

/** One row: the message as the wire has it, typed in by hand from the field numbers, and as we hold it. */
function row<Message>(name: string, codec: MessageFns<Message>, hex: string, message: Message) {
  return { name, codec: codec as MessageFns<unknown>, hex: hex.replaceAll(" ", ""), message };
}

const rows = [
  row(
    "the path to the first element: zero is written",
    AttributePath,
    "0a 09 0a 07 726567696f6e73 0a 02 18 00",
    {
      steps: [{ attributeName: "regions" }, { elementKeyInt: 0 }],
    },
  ),
  row("a path through a map: an empty key is written", AttributePath, "0a 02 12 00 0a 03 12 01 61", {
    steps: [{ elementKeyString: "" }, { elementKeyString: "a" }],
  }),
  row("a negative index, in ten bytes", AttributePath, "0a 0b 18 ffffffffffffffffff01", {
    steps: [{ elementKeyInt: -1 }],
  }),
  row("a warning about an attribute", Diagnostic, "08 02 12 01 73 1a 01 64 22 05 0a 03 0a 01 61", {
    severity: Severity.WARNING,
    summary: "s",
    detail: "d",
    attribute: { steps: [{ attributeName: "a" }] },
  }),
  row("a function's error about its first argument", CallFunctionResponse, "12 05 0a 01 65 10 00", {
    result: undefined,
    error: { text: "e", functionArgument: 0 },
  }),
  row(
    "a schema with one attribute",
    Schema,
    "08 02 12 1a 12 13 0a 01 61 12 08 22737472696e6722 28 01 38 01 58 01 22 01 42 28 01",
    {
      version: 2,
      block: { ...EMPTY_BLOCK, attributes: [SECRET], description: "B", descriptionKind: StringKind.MARKDOWN },
    },
  ),
  row(
    "schemas by name, and capabilities",
    GetProviderSchemaResponse,
    "12 07 0a 03 615f62 12 00 32 04 08 01 10 01",
    {
      ...GetProviderSchemaResponse.decode(NONE),
      resourceSchemas: { a_b: { version: 0 } },
      serverCapabilities: {
        planDestroy: true,
        getProviderSchemaOptional: true,
        moveResourceState: false,
        generateResourceConfig: false,
      },
    },
  ),
  row("state from a file", UpgradeResourceStateRequest, "0a 01 61 10 03 1a 04 0a 02 7b7d", {
    typeName: "a",
    version: 3,
    rawState: { json: bytes("7b7d"), flatmap: {} },
  }),
  row("state of Terraform 0.11", RawState, "12 06 0a 01 6b 12 01 76", { json: NONE, flatmap: { k: "v" } }),
  row(
    "a question for a plan",
    PlanResourceChangeRequest,
    "0a 01 61 12 03 0a 01 c0 1a 03 0a 01 c0 22 03 0a 01 c0 2a 01 70 3a 02 10 01",
    {
      typeName: "a",
      priorState: NULL,
      proposedNewState: NULL,
      config: NULL,
      priorPrivate: bytes("70"),
      plannedPrivate: NONE,
      clientCapabilities: {
        deferralAllowed: false,
        writeOnlyAttributesAllowed: true,
        storePlannedPrivate: false,
        computedBlocksAllowed: false,
      },
    },
  ),
  row("the answer to an apply", ApplyResourceChangeResponse, "0a 03 0a 01 c0 12 01 70 1a 02 08 01", {
    newState: NULL,
    private: bytes("70"),
    diagnostics: [{ severity: Severity.ERROR, summary: "", detail: "" }],
    legacyTypeSystem: false,
  }),
  row(
    "an ephemeral resource: an empty private is written",
    OpenEphemeralResourceResponse,
    "12 02 08 01 22 00",
    {
      diagnostics: [],
      renewAt: new Date(1000),
      private: NONE,
    },
  ),
  row("an action's end without diagnostics", InvokeActionEvent, "12 00", { completed: { diagnostics: [] } }),
  row("health", HealthCheckResponse, "08 01", { status: ServingStatus.SERVING }),
  row("output", StdioData, "08 02 12 01 78", { channel: StdioChannel.STDERR, data: bytes("78") }),
  row("a side channel", ConnInfo, "08 01 12 03 746370 1a 01 78 22 02 08 01", {
    serviceId: 1,
    network: "tcp",
    address: "x",
    knock: { knock: true, ack: false, error: "" },
  }),
];

describe("messages", () => {
  test.each(rows)("$name", ({ codec, hex, message }) => {
    expect(Buffer.from(codec.encode(message).finish()).toString("hex")).toBe(hex);
    expect(codec.decode(bytes(hex))).toEqual(message);
  });

  test("fields of a newer Terraform are skipped", () => {
    expect(Diagnostic.decode(bytes("98 06 01 08 01"))).toMatchObject({ severity: Severity.ERROR });
  });

  test("an integer that does not fit a number is rejected, not rounded", () => {
    expect(() => UpgradeResourceStateRequest.decode(bytes("10 8080808080808080 10"))).toThrow(
      "MAX_SAFE_INTEGER",
    );
  });
});

test("every call has its full name", () => {
  const paths = Object.values(ProviderDefinition.methods).map(
    ({ name }) => `/${ProviderDefinition.fullName}/${name}`,
  );
  expect(paths).toContain("/tfplugin6.Provider/GetProviderSchema");
  expect(paths).toHaveLength(32);
  const streams = Object.values(ProviderDefinition.methods).filter(({ responseStream }) => responseStream);
  expect(streams.map(({ name }) => name)).toEqual(["ListResource", "InvokeAction"]);
  expect(GRPCControllerDefinition.fullName).toBe("plugin.GRPCController");
  expect(GRPCBrokerDefinition.fullName).toBe("plugin.GRPCBroker");
  expect(GRPCStdioDefinition.fullName).toBe("plugin.GRPCStdio");
  expect(HealthDefinition.fullName).toBe("grpc.health.v1.Health");
});
