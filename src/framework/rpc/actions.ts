import type {
  CallContext,
  InvokeActionEvent,
  InvokeActionRequest,
  PlanActionRequest,
  PlanActionResponse,
} from "../../wire";
import { collapseUnknown } from "../../wire/cty/value";
import { Diagnostics } from "../diagnostics";
import { type Session, timed, withContext } from "../session";
import { decodeKnown } from "./configurations";
import { deferralOf } from "./deferral";
import { encodeDiagnostics, respond } from "./diagnostics";
import { Progress } from "./progress";
import { decodeAndRegister } from "./values";

/** Plans an action, which changes nothing. */
export function planAction(
  session: Session,
  { actionType, config: bytes, clientCapabilities }: PlanActionRequest,
  context: CallContext,
): Promise<PlanActionResponse> {
  const deferral = deferralOf(session, clientCapabilities);
  return respond(session, `planning action ${actionType}`, deferral, async (_, diagnostics) => {
    if (deferral.deferred) return;
    const { schema, plan } = await session.action(actionType);
    const config = decodeAndRegister(session, schema, bytes);
    if (!config || !plan) return;
    const { error } = diagnostics;
    const call = session.call({ context, diagnostics });
    await plan(withContext(call, { config: collapseUnknown(config), error }));
  });
}

/**
 * Runs an action. Its messages are sent as they come, and the last event has its diagnostics. If Terraform reads slowly, the action does
 * not wait for it. If Terraform ends the call, the action is stopped, and its end is awaited.
 */
export async function* invokeAction(
  session: Session,
  { actionType, config: bytes }: InvokeActionRequest,
  context: CallContext,
): AsyncGenerator<InvokeActionEvent> {
  const { log, secrets } = session.environment;
  const diagnostics = new Diagnostics();
  const messages = new Progress();
  const running = run().finally(() => messages.end());
  try {
    for await (const message of messages.read()) yield { progress: { message: secrets.outgoing(message) } };
  } finally {
    await running;
  }
  yield { completed: { diagnostics: encodeDiagnostics(session, diagnostics.items) } };

  async function run(): Promise<void> {
    try {
      const type = await session.action(actionType);
      const config = decodeKnown(session, actionType, type, bytes, "Nothing was done.");
      const call = withContext(session.call({ context, diagnostics }), {
        progress: (message: string) => messages.add(message),
        ...timed(session, config.timeout, type.timeout),
      });
      await type.invoke(call, config);
    } catch (error) {
      diagnostics.addThrown(error, `running action ${actionType}`, log);
    }
  }
}
