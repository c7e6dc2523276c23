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

  /** All parameters that are set for a cluster. */
  function parameters(clusterId: string, options: CallOptions): Promise<readonly ServerParameterRecord[]> {
    return call("listServerConfigurationParameters", { path: { cluster_id: clusterId } }, options);
  }

  /** The parameter, or the 404 that came instead. Its id is that of the request. */
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

  /** What every write of one parameter has in common. */
  const one = (clusterId: string, id: string, options: CallOptions) => ({
    reading: "the server parameter",
    fields: { cluster_id: clusterId, id },
    twice: "harmless" as const,
    read: () => read(clusterId, id, options),
  });

  return {
    parameters,

    /** One parameter; null for 404, which means gone *or* not visible to this key. */
    readParameter,

    /**
     * One parameter for a refresh: all parameters of a cluster that are refreshed share one list. A parameter that the list lacks is
     * read by its id. Null: 404, for the parameter or for its cluster.
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
     * Sets a parameter that is not set yet. The list resolves a lost answer: a cluster has one entry per name. A refusal
     * (400, 422) is thrown as it is; whether the name is set already, `parameters` tells. Throws an ApiError of the kind
     * `refused`, with the id in `ids`, when the list shows that somebody else has set it.
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

    /** Changes the value; a lost answer is resolved by reading, and the request repeated until it is done. */
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

    /** Deletes a parameter. `missing`: it answered 404 before anything was sent that could have deleted it. */
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
            // What a lost request has deleted does not exist for the next one.
            if (sent === 0) return "missing";
          }
          return "deleted";
        },
        judge: (seen) => (isApiError(seen) ? { done: "deleted" } : { repeat: true }),
      });
    },
  };
}

/** A service may spell a name in another way. */
function isNamed({ parameter_name: answered }: ServerParameterRecord, name: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "-");
  return plain(answered) === plain(name);
}

/** The answer of a create was lost, and the name is set, but not by this create. */
function takenError({ attempt, failure }: ApiError, clusterId: string, name: string, id: string): ApiError {
  const detail = [
    ...responseLines(attempt, failure),
    `The list of server parameters shows that ${name} is set already, not by this request: ${id}. A cluster has one entry per name.`,
    `To manage it here, import it as ${clusterId}/${name} (an import block, or terraform import), then run again.`,
  ].join("\n");
  const summary = `Server parameter ${JSON.stringify(name)} of cluster ${clusterId} is set already`;
  return new ApiError(failure, { attempt, kind: "refused", summary, detail, ids: [id] });
}
