import type { ServerParameterRecord } from "../../api/records";
import type { CreateParameterBody } from "../../api/requests";
import { type ApiError, isApiError } from "../messages/error";
import { parameterTaken, unsettledParameter } from "../messages/unresolved";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/operations";
import type { ServerClock } from "../request/serverClock";
import { createRepetition } from "../resolve/repetition";
import { type Making, makeOnce, type SettlingContext } from "../resolve/settling";
import { certainlyBefore } from "../workflows/lost";

/** The server configuration parameters of clusters (docs/design/api-assumptions.md#parameters). */
export interface Parameters {
  /** All parameters that are set for a cluster. */
  parameters(clusterId: string, options: CallOptions): Promise<readonly ServerParameterRecord[]>;
  /** One parameter; null for 404, which means gone *or* not visible to this key. */
  readParameter(
    clusterId: string,
    parameterId: string,
    options: CallOptions,
  ): Promise<ServerParameterRecord | null>;
  /**
   * Sets a parameter that is not set yet. A lost answer is settled by the list: a cluster has one entry per name. A refusal
   * (400, 422) is thrown as it is; whether the name is set already, {@link Parameters.parameters} tells. Throws an ApiError
   * of the kind `refused`, with the id in `ids`, when the list shows that somebody else has set it.
   */
  createParameter(
    clusterId: string,
    body: CreateParameterBody,
    options: CallOptions,
  ): Promise<ServerParameterRecord>;
  /** Changes the value; a lost answer is settled by reading, and the request repeated until it is done. */
  updateParameter(
    clusterId: string,
    parameterId: string,
    value: string,
    options: CallOptions,
  ): Promise<ServerParameterRecord>;
  /** `missing`: it answered 404 before anything was sent that could have deleted it. */
  deleteParameter(
    clusterId: string,
    parameterId: string,
    options: CallOptions,
  ): Promise<"deleted" | "missing">;
}

export interface ParametersContext extends SettlingContext {
  readonly call: Call;
  readonly serverClock: ServerClock;
}

type ParameterPath = { readonly cluster_id: string; readonly id: string };

type Look = { readonly record: ServerParameterRecord } | { readonly missing: ApiError };

export function createParameters(context: ParametersContext): Parameters {
  const { call } = context;

  const parameters: Parameters["parameters"] = (clusterId, options) =>
    call("listServerConfigurationParameters", { path: { cluster_id: clusterId } }, options);

  /** The parameter, or the 404 that came instead. */
  async function look(path: ParameterPath, options: CallOptions): Promise<Look> {
    try {
      return { record: await call("getServerConfigurationParameter", { path }, options) };
    } catch (error) {
      if (isApiError(error, "not_found")) return { missing: error };
      throw error;
    }
  }

  const repetitionFor = (path: ParameterPath) =>
    createRepetition(context, "the server parameter", { ...path });

  return {
    parameters,

    async readParameter(clusterId, parameterId, options) {
      const seen = await look({ cluster_id: clusterId, id: parameterId }, options);
      return "record" in seen ? seen.record : null;
    },

    createParameter: (clusterId, body, options) =>
      createParameter(context, parameters, clusterId, body, options),

    async updateParameter(clusterId, parameterId, value, options) {
      const path = { cluster_id: clusterId, id: parameterId };
      const { lookAfter, again } = repetitionFor(path);
      for (let sent = 1; ; sent += 1) {
        try {
          const body = { parameter_value: value };
          return await call("updateServerConfigurationParameter", { path, body }, options);
        } catch (lost) {
          if (!isApiError(lost, "lost_write")) throw lost;
          const seen = await lookAfter(lost, () => look(path, options));
          if ("missing" in seen) throw seen.missing;
          if (seen.record.parameter_value === value) return seen.record;
          await again(lost, sent, options.signal);
        }
      }
    },

    async deleteParameter(clusterId, parameterId, options) {
      const path = { cluster_id: clusterId, id: parameterId };
      const { lookAfter, again } = repetitionFor(path);
      for (let sent = 1; ; sent += 1) {
        try {
          await call("deleteServerConfigurationParameter", { path }, options);
          return "deleted";
        } catch (error) {
          // What a lost request has deleted is not there for the next one.
          if (isApiError(error, "not_found")) return sent === 1 ? "missing" : "deleted";
          if (!isApiError(error, "lost_write")) throw error;
          const seen = await lookAfter(error, () => look(path, options));
          if ("missing" in seen) return "deleted";
          await again(error, sent, options.signal);
        }
      }
    },
  };
}

/** Sets a parameter; the list settles a lost answer (docs/design/laws.md#l1). */
async function createParameter(
  context: ParametersContext,
  list: Parameters["parameters"],
  clusterId: string,
  body: CreateParameterBody,
  options: CallOptions,
): Promise<ServerParameterRecord> {
  const { call, serverClock } = context;
  const path = { cluster_id: clusterId };
  const serverTimeBefore = serverClock.lastSeen();
  const name = body.parameter_name;
  let seen: ServerParameterRecord | undefined;
  const making: Making<ServerParameterRecord, "taken"> = {
    what: "server parameter",
    reading: "the list of server parameters",
    mayDouble: false,
    fields: { ...path, parameter_name: name },
    send: () =>
      call("createServerConfigurationParameter", { path, body, subject: JSON.stringify(name) }, options),
    async look() {
      seen = (await list(clusterId, options)).find(({ parameter_name }) => parameter_name === name);
      if (seen === undefined) return { repeat: true };
      const ours = seen.parameter_value === body.parameter_value && !certainlyBefore(seen, serverTimeBefore);
      return ours ? { adopt: seen.id } : { stop: "taken", ids: [seen.id] };
    },
    recall(id) {
      if (seen?.id !== id) throw new Error(`${id} was never seen`);
      return seen;
    },
    unsettled: (lost, why, ids, also) =>
      why === "taken"
        ? parameterTaken(lost, clusterId, name, ids)
        : unsettledParameter(lost, clusterId, name, why, also),
  };
  return makeOnce(making, context, options.signal);
}
