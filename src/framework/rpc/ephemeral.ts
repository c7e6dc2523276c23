import type { ProviderHandlers } from "../../wire";
import type { ValueRecord } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { RenewableCall } from "../ephemeral";
import type { Session } from "../session";
import { withConfigured } from "../state";
import { decodeKnown } from "./configurations";
import { deferralOf } from "./deferral";
import { respond } from "./diagnostics";
import { decodePrivate, encodePrivate, encodeRecord, registerSecrets } from "./values";

type Answer = { renewAt?: Date; private: Uint8Array };

/** Creates the handlers for the life of an ephemeral resource. Its private state lives as long as the instance, in Terraform's memory. */
export function ephemeralHandlers(session: Session) {
  return {
    openEphemeralResource: ({ typeName, config: bytes, clientCapabilities }, context) => {
      const deferral = deferralOf(session, clientCapabilities);
      const none: Answer & { result?: ReturnType<typeof encodeRecord> } = {
        private: new Uint8Array(),
        ...deferral,
      };
      return respond(session, `opening ephemeral resource ${typeName}`, none, async (answer, diagnostics) => {
        if (deferral.deferred) return;
        const type = await session.ephemeralResource(typeName);
        const { schema, open, close } = type;
        // Terraform defers an instance whose configuration is unknown by itself.
        const config = decodeKnown(session, typeName, type, bytes, "Nothing was opened.");
        const { call, finish } = renewable(session.call({ context, diagnostics }), undefined);
        const opened = (await open(call, config)) as ValueRecord;
        try {
          if (call.signal.aborted) throw interruptedError(typeName);
          const result = withConfigured(schema, config, opened);
          registerSecrets(session, schema, result);
          Object.assign(answer, finish(), { result: encodeRecord(schema, result) });
        } catch (error) {
          // Terraform closes only an instance that it has the values of, and none in an apply that was interrupted.
          diagnostics.addThrown(error, `opening ephemeral resource ${typeName}`, session.environment.log);
          await close?.(renewable(session.call({ context, diagnostics }, true), call.privateState).call);
        }
      });
    },

    renewEphemeralResource: ({ typeName, private: bytes = new Uint8Array() }, context) => {
      const asBefore: Answer = { private: bytes };
      return respond(
        session,
        `renewing ephemeral resource ${typeName}`,
        asBefore,
        async (answer, diagnostics) => {
          const { renew } = await session.ephemeralResource(typeName);
          const { call, finish } = renewable(session.call({ context, diagnostics }), decodePrivate(bytes));
          await renew?.(call);
          Object.assign(answer, finish());
        },
      );
    },

    /** Runs after an interruption, too: what was opened must not stay. */
    closeEphemeralResource: ({ typeName, private: bytes = new Uint8Array() }, context) =>
      respond(session, `closing ephemeral resource ${typeName}`, {}, async (_, diagnostics) => {
        const { close } = await session.ephemeralResource(typeName);
        await close?.(renewable(session.call({ context, diagnostics }, true), decodePrivate(bytes)).call);
      }),
  } satisfies ProviderHandlers;
}

function interruptedError(typeName: string): TerraformError {
  return new TerraformError(
    `Opening ephemeral resource ${typeName} was interrupted`,
    "It had just been opened, and was closed again. Run again.",
  );
}

/** Adds private state and renewal to a call. `finish` returns what the call has stored, encoded. */
function renewable(common: ReturnType<Session["call"]>, stored: unknown) {
  let privateState = stored;
  let renewal: number | undefined;
  const call: RenewableCall<unknown, unknown> = {
    service: common.service,
    log: common.log,
    warn: common.warn,
    get signal() {
      return common.signal;
    },
    get privateState() {
      return privateState;
    },
    setPrivateState: (value) => {
      privateState = value;
    },
    renewAt: (time) => {
      renewal = time;
    },
  };
  const finish = (): Answer => ({
    private: encodePrivate(privateState),
    ...(renewal !== undefined && { renewAt: timeOf(renewal) }),
  });
  return { call, finish };
}

/** Converts a time of renewal. @throws RangeError if it is not a time: the answer could not be encoded */
function timeOf(renewal: number): Date {
  const date = new Date(renewal);
  if (Number.isNaN(date.getTime())) throw new RangeError(`The time of the renewal is not valid: ${renewal}.`);
  return date;
}
