import { connect as connectNet } from "node:net";
import {
  Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  credentials,
  type ServiceError,
} from "@grpc/grpc-js";
import { HealthDefinition } from "../../../src/wire/generated/health";
import {
  GRPCBrokerDefinition,
  GRPCControllerDefinition,
  GRPCStdioDefinition,
} from "../../../src/wire/generated/plugin";
import { ProviderDefinition } from "../../../src/wire/generated/tfplugin6";
import { encodeMessage, pathOf, type Service } from "../../../src/wire/grpc/call";
import type { Certificate } from "../../../src/wire/process/certificate";

const SERVICES: { [name: string]: Service } = {
  Provider: ProviderDefinition,
  GRPCController: GRPCControllerDefinition,
  GRPCBroker: GRPCBrokerDefinition,
  GRPCStdio: GRPCStdioDefinition,
  Health: HealthDefinition,
};

/** The fields of the handshake line. */
export interface Handshake {
  readonly network: string;
  readonly address: string;
  /** The server's certificate in PEM; absent without TLS. */
  readonly certificate?: string;
}

export function parseHandshake(line: string): Handshake {
  const [core, app, network = "", address = "", protocol, certificate = "", ...rest] = line
    .trimEnd()
    .split("|");
  if (core !== "1" || app !== "6" || protocol !== "grpc" || rest.length > 0)
    throw new Error(`no handshake: ${line}`);
  const base64 = Buffer.from(certificate, "base64").toString("base64");
  const pem = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
  return { network, address, certificate: certificate === "" ? undefined : pem };
}

/** Terraform's side of the connection, in so far as a test needs it. */
export class PluginClient {
  private readonly client: Client;

  constructor(handshake: Handshake, own?: Certificate) {
    const target = handshake.network === "unix" ? `unix:${handshake.address}` : handshake.address;
    this.client = new Client(target, channelOf(handshake, own), {
      "grpc.ssl_target_name_override": "localhost",
      "grpc.default_authority": "localhost",
      "grpc.max_receive_message_length": -1,
      "grpc.initial_reconnect_backoff_ms": 60_000,
      // One connection per client: a process-wide pool would hide how many there are.
      "grpc.use_local_subchannel_pool": 1,
    });
  }

  /** Calls what answers once, named as in "Provider.getProviderSchema". */
  call(name: string, request: unknown = {}): Promise<unknown> {
    return this.begin(name, request).answer;
  }

  /** A call that can be given up. */
  begin(name: string, request: unknown = {}): { answer: Promise<unknown>; cancel(): void } {
    const { path, requestSerialize, responseDeserialize } = methodOf(name);
    let cancel: () => void = () => undefined;
    const answer = new Promise<unknown>((resolve, reject) => {
      const call = this.client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        (error, answer) => (error ? reject(error) : resolve(answer)),
      );
      cancel = () => call.cancel();
    });
    return { answer, cancel };
  }

  /** The error that a call ends with. */
  async failure(name: string, request: unknown = {}): Promise<ServiceError> {
    const answer = await this.call(name, request).catch((error: ServiceError) => error);
    if (answer instanceof Error) return answer as ServiceError;
    throw new Error(`${name} was answered`);
  }

  stream(name: string, request: unknown = {}): ClientReadableStream<unknown> {
    const { path, requestSerialize, responseDeserialize } = methodOf(name);
    return this.client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request);
  }

  duplex(name: string): ClientDuplexStream<unknown, unknown> {
    const { path, requestSerialize, responseDeserialize } = methodOf(name);
    return this.client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
  }

  close(): void {
    this.client.close();
  }
}

/** A connection on which nobody says anything. */
export function connectSilently({ network, address }: Handshake) {
  const [host = "", port = ""] = address.split(":");
  return network === "unix" ? connectNet(address) : connectNet(Number(port), host);
}

function channelOf({ certificate }: Handshake, own?: Certificate) {
  if (certificate === undefined) return credentials.createInsecure();
  const key = own ? Buffer.from(own.key) : null;
  return credentials.createSsl(Buffer.from(certificate), key, own ? Buffer.from(own.pem) : null);
}

function methodOf(name: string) {
  const [service = "", key = ""] = name.split(".");
  const found = SERVICES[service];
  const method = found?.methods[key];
  if (!found || !method) throw new Error(`no call ${name}`);
  const { requestType, responseType } = method;
  return {
    path: pathOf(found, method),
    requestSerialize: (message: unknown) => Buffer.from(encodeMessage(requestType, message)),
    responseDeserialize: (bytes: Buffer) => responseType.decode(bytes),
  };
}
