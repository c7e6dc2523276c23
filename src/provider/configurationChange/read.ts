import type { Gone } from "../../framework";
import { gone, privateStateOf } from "../child";
import { CHANGE, called, readWorkflow } from "../workflow";
import { importedValues, observedChange } from "./model";
import type { ChangeCall, ChangeValues } from "./schema";
import { importedFrom } from "./update";

export async function readChange(
  call: ChangeCall,
  state: ChangeValues,
): Promise<Partial<ChangeValues> | Gone> {
  const change = await readWorkflow(CHANGE, call, state);
  if (!change) return gone(call, called(CHANGE, state), "the cluster was terminated");
  if (!call.privateState?.importing) return observedChange(change);
  const known = privateStateOf(call.service, state.cluster_id);
  call.setPrivateState({ ...known, imported: importedFrom(change) });
  return { ...observedChange(change), ...importedValues(change) };
}
