import type { ServerParameterRecord } from "../../api/records";
import type { CreateParameterBody } from "../../api/requests";
import { type ApiError, isApiError } from "../messages/error";
import { parameterTakenError } from "../messages/unresolved";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/operations";
import type { ServerClock } from "../request/serverClock";
import { isOlder } from "../resolve/knowledge";
import { type ResolveContext, resolve } from "../resolve/resolve";

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
   * Sets a parameter that is not set yet. The list resolves a lost answer: a cluster has one entry per name. A refusal
   * (400, 422) is thrown as it is; whether the name is set already, {@link Parameters.parameters} tells. Throws an ApiError
   * of the kind `refused`, with the id in `ids`, when the list shows that somebody else has set it.
   */
  createParameter(
    clusterId: string,
    body: CreateParameterBody,
    options: CallOptions,
  ): Promise<ServerParameterRecord>;
  /** Changes the value; a lost answer is resolved by reading, and the request repeated until it is done. */
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

export interface ParametersContext extends ResolveContext {
  readonly call: Call;
  readonly serverClock: ServerClock;
}

export function createParameters(context: ParametersContext): Parameters {
  const { call, serverClock } = context;

  const list: Parameters["parameters"] = (clusterId, options) =>
    call("listServerConfigurationParameters", { path: { cluster_id: clusterId } }, options);

  /** The parameter, or the 404 that came instead. */
  async function read(
    clusterId: string,
    id: string,
    options: CallOptions,
  ): Promise<ServerParameterRecord | ApiError> {
    try {
      return await call("getServerConfigurationParameter", { path: { cluster_id: clusterId, id } }, options);
    } catch (error) {
      if (isApiError(error, "not_found")) return error;
      throw error;
    }
  }

  const one = (clusterId: string, id: string, options: CallOptions) => ({
    reading: "the server parameter",
    fields: { cluster_id: clusterId, id },
    twice: "harmless" as const,
    read: () => read(clusterId, id, options),
  });

  return {
    parameters: list,

    async readParameter(clusterId, parameterId, options) {
      const seen = await read(clusterId, parameterId, options);
      return isApiError(seen) ? null : seen;
    },

    createParameter(clusterId, body, options) {
      const path = { cluster_id: clusterId };
      const { parameter_name: name, parameter_value: value } = body;
      const before = serverClock.lastSeen();
      return resolve<ServerParameterRecord, readonly ServerParameterRecord[]>(
        {
          what: "server parameter",
          reading: "the list of server parameters",
          fields: { ...path, parameter_name: name },
          twice: "refused",
          send: () =>
            call(
              "createServerConfigurationParameter",
              { path, body, subject: JSON.stringify(name) },
              options,
            ),
          read: () => list(clusterId, options),
          judge(parameters, after) {
            const seen = parameters.find(({ parameter_name }) => parameter_name === name);
            if (seen === undefined) return { repeat: true };
            if (seen.parameter_value !== value || isOlder(seen.created_at, before))
              throw parameterTakenError(after, seen.id);
            return { done: seen };
          },
        },
        context,
        options.signal,
      );
    },

    updateParameter(clusterId, parameterId, value, options) {
      const input = { path: { cluster_id: clusterId, id: parameterId }, body: { parameter_value: value } };
      return resolve<ServerParameterRecord, ServerParameterRecord | ApiError>(
        {
          ...one(clusterId, parameterId, options),
          what: "update of a server parameter",
          send: () => call("updateServerConfigurationParameter", input, options),
          judge(seen) {
            if (isApiError(seen)) throw seen;
            return seen.parameter_value === value ? { done: seen } : { repeat: true };
          },
        },
        context,
        options.signal,
      );
    },

    deleteParameter(clusterId, parameterId, options) {
      const input = { path: { cluster_id: clusterId, id: parameterId } };
      return resolve<"deleted" | "missing", ServerParameterRecord | ApiError>(
        {
          ...one(clusterId, parameterId, options),
          what: "deletion of a server parameter",
          async send(sent) {
            try {
              await call("deleteServerConfigurationParameter", input, options);
            } catch (error) {
              if (!isApiError(error, "not_found")) throw error;
              // What a lost request has deleted does not exist for the next one.
              if (sent === 0) return "missing";
            }
            return "deleted";
          },
          judge: (seen) => (isApiError(seen) ? { done: "deleted" } : { repeat: true }),
        },
        context,
        options.signal,
      );
    },
  };
}
