import { SHARED_MAX_AGE_MS } from "../../api/limits";
import type { ServerParameterRecord } from "../../api/records";
import type { CreateParameterBody } from "../../api/requests";
import { ApiError, isApiError } from "../../http/error";
import { responseLines } from "../../http/explain";
import { resolve } from "../../http/resolve";
import { createSharedRead, type SharedRead } from "../../http/sharedRead";
import type { CallOptions } from "../request/call";
import { isCreatedBefore, knownBefore, recordName, type WriteContext } from "../resolve/knownRecords";

/** The server configuration parameters of clusters (docs/design/api-assumptions.md#parameters). */
export function createParameters(context: WriteContext) {
  const { call, clock, serverClock, knownRecords } = context;

  /** Reads all parameters that are set for a cluster. */
  function parameters(clusterId: string, options: CallOptions): Promise<readonly ServerParameterRecord[]> {
    return call("listServerConfigurationParameters", { path: { cluster_id: clusterId } }, options);
  }

  /** Reads the parameter, or returns the 404. The id is that of the request. */
  async function read(clusterId: string, id: string, options: CallOptions) {
    const path = { cluster_id: clusterId, id };
    try {
      return { ...(await call("getServerConfigurationParameter", { path }, options)), id };
    } catch (error) {
      if (isApiError(error, "not_found")) return error;
      throw error;
    }
  }

  /** The lists that a refresh reads from, by cluster; null: 404. */
  const lists = new Map<string, SharedRead<readonly ServerParameterRecord[] | null>>();

  function sharedList(clusterId: string, { signal }: CallOptions) {
    const options = { maxAgeMs: SHARED_MAX_AGE_MS, now: () => clock.now() };
    const list = lists.get(clusterId) ?? createSharedRead("reading the server parameters", options);
    lists.set(clusterId, list);
    return list.get(
      (stop) =>
        parameters(clusterId, { signal: stop }).catch((error: unknown) => {
          if (isApiError(error, "not_found")) return null;
          throw error;
        }),
      signal,
    );
  }

  async function readParameter(
    clusterId: string,
    parameterId: string,
    options: CallOptions,
  ): Promise<ServerParameterRecord | null> {
    const seen = await read(clusterId, parameterId, options);
    return isApiError(seen) ? null : seen;
  }

  /** The common part of every write of one parameter. */
  const one = (clusterId: string, id: string, options: CallOptions) => ({
    reading: "the server parameter",
    fields: { cluster_id: clusterId, id },
    twice: "harmless" as const,
    read: () => read(clusterId, id, options),
  });

  return {
    parameters,

    /** Reads one parameter; null for 404, which means gone *or* not visible to this key. */
    readParameter,

    /**
     * Reads one parameter for a refresh: all parameters of a cluster that are refreshed share one list. A parameter that the
     * list lacks is read by its id. Null: 404, for the parameter or for its cluster.
     */
    async sharedParameter(
      clusterId: string,
      parameterId: string,
      options: CallOptions,
    ): Promise<ServerParameterRecord | null> {
      const list = await sharedList(clusterId, options);
      if (list === null) return null;
      return list.find(({ id }) => id === parameterId) ?? readParameter(clusterId, parameterId, options);
    },

    /**
     * Sets a parameter that is not set yet. The list resolves a lost answer, because a cluster has one entry per name. A
     * rejection (400, 422) is thrown unchanged; `parameters` shows if the name is set already. Throws an ApiError of the kind
     * `refused`, with the id in `ids`, if the list shows that somebody else has set it.
     */
    createParameter(
      clusterId: string,
      body: CreateParameterBody,
      options: CallOptions,
    ): Promise<ServerParameterRecord> {
      const path = { cluster_id: clusterId };
      const { parameter_name: name, parameter_value: value } = body;
      const wasKnown = knownRecords.before();
      const wasThere = knownBefore("server parameter", (id) =>
        wasKnown(recordName("server parameter", clusterId, id)),
      );
      const mismatch = (answer: ServerParameterRecord) =>
        wasThere(answer) ??
        (isNamed(answer, name) ? undefined : `the server parameter ${answer.parameter_name}`);
      const input = { path, body, subject: JSON.stringify(name), mismatch };
      const before = serverClock.lastSeen();
      return resolve<ServerParameterRecord, readonly ServerParameterRecord[]>(context, options.signal, {
        what: "server parameter",
        reading: "the list of server parameters",
        fields: { ...path, parameter_name: name },
        twice: "refused",
        send: () => call("createServerConfigurationParameter", input, options),
        read: () => parameters(clusterId, options),
        judge(all, after) {
          const seen = all.find(({ parameter_name }) => parameter_name === name);
          if (seen === undefined) return { repeat: true };
          if (seen.parameter_value !== value || isCreatedBefore(seen.created_at, before))
            throw takenError(after, clusterId, name, seen.id);
          return { done: seen };
        },
      });
    },

    /** Changes the value. A lost answer is resolved by reading, and the request repeated until it is done. */
    updateParameter(
      clusterId: string,
      parameterId: string,
      value: string,
      options: CallOptions,
    ): Promise<ServerParameterRecord> {
      const input = { path: { cluster_id: clusterId, id: parameterId }, body: { parameter_value: value } };
      return resolve<ServerParameterRecord, ServerParameterRecord | ApiError>(context, options.signal, {
        ...one(clusterId, parameterId, options),
        what: "update of a server parameter",
        send: async () => ({
          ...(await call("updateServerConfigurationParameter", input, options)),
          id: parameterId,
        }),
        judge(seen) {
          if (isApiError(seen)) throw seen;
          return seen.parameter_value === value ? { done: seen } : { repeat: true };
        },
      });
    },

    /** Deletes a parameter. `missing`: the first request was answered with 404. */
    deleteParameter(
      clusterId: string,
      parameterId: string,
      options: CallOptions,
    ): Promise<"deleted" | "missing"> {
      const input = { path: { cluster_id: clusterId, id: parameterId } };
      return resolve<"deleted" | "missing", ServerParameterRecord | ApiError>(context, options.signal, {
        ...one(clusterId, parameterId, options),
        what: "deletion of a server parameter",
        async send(sent) {
          try {
            await call("deleteServerConfigurationParameter", input, options);
          } catch (error) {
            if (!isApiError(error, "not_found")) throw error;
            // A 404 after a lost request may be its effect.
            if (sent === 0) return "missing";
          }
          return "deleted";
        },
        judge: (seen) => (isApiError(seen) ? { done: "deleted" } : { repeat: true }),
      });
    },
  };
}

/** True if an answer has this name: a service may spell it differently. */
function isNamed({ parameter_name: answered }: ServerParameterRecord, name: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "-");
  return plain(answered) === plain(name);
}

/** The error if the answer of a create was lost, and the name is set by something else. */
function takenError({ attempt, failure }: ApiError, clusterId: string, name: string, id: string): ApiError {
  const detail = [
    ...responseLines(attempt, failure),
    `The list of server parameters shows that ${name} is set already, not by this request: ${id}. A cluster has one entry per name.`,
    `To manage it here, import it as ${clusterId}/${name} (an import block, or terraform import), then run again.`,
  ].join("\n");
  const summary = `Server parameter ${JSON.stringify(name)} of cluster ${clusterId} is set already`;
  return new ApiError(failure, { attempt, kind: "refused", summary, detail, ids: [id] });
}
