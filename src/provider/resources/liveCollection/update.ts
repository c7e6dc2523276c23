import type { ModelKey } from "../../shared/collection/modelKeys";
import { requireSets } from "../../shared/collection/update";
import { resolveNodes } from "../../shared/dataPlane";
import { type DataPlane, loadDataPlane } from "../../shared/service";
import { recordVersions } from "../../shared/thisRun";
import { beginCourse, type Course } from "./course";
import { decideUpdate, type Way } from "./decide";
import { reattach, succeed } from "./detached";
import { type Carried, dropVersions, separated } from "./drops";
import { failedAfter } from "./failure";
import { fillVersion } from "./fill";
import { refuseHidden } from "./hidden";
import { patchVersion } from "./inPlace";
import { versionGoneError } from "./marking";
import { describeLive, liveVersionOf, versionNamed } from "./model";
import { moveAlias } from "./move";
import { createVersion, type Filling, takeOver } from "./newVersion";
import { knownVersions, observeVersions } from "./observe";
import { refuseUnplanned } from "./planned";
import type { LiveCall, LiveCollectionValues, LivePrivateState } from "./schema";
import { resumeSettling, settleVersion } from "./settling";
import { refuseWrongTimes } from "./times";
import { refuseLost } from "./unstored";

/**
 * Carries out an edit, or what an interrupted apply has left to do (docs/design/live-collections.md#carrying-out). Every step saves the
 * state from which the next apply can go on.
 *
 * @param load loads the operations on nodes; a parameter for tests
 */
export async function updateLiveCollection(
  call: LiveCall,
  prior: LiveCollectionValues,
  planned: LiveCollectionValues,
  load = loadDataPlane,
): Promise<Partial<LiveCollectionValues>> {
  const course = await begin(call, prior, planned, await load());
  const { retired = [] } = call.privateState ?? {};
  const { ways, drops } = decideUpdate({
    prior,
    planned,
    seen: course.seen,
    key: keyOf(call, planned),
    retired,
  });
  refuseUnplanned(course, { ways, drops });
  const { early, late } = separated(course, drops);
  await dropVersions(course, early);
  const carried = new Map<string, Carried>();
  for (const way of ways) await carryOut(course, way, carried);
  await dropVersions(course, late, carried);
  const values = course.values();
  call.setPrivateState(privateStateAfter(call.privateState, values));
  recordVersions(call.service, planned.id ?? "", knownVersions({ ...planned, ...values }));
  return values;
}

async function begin(
  call: LiveCall,
  prior: LiveCollectionValues,
  planned: LiveCollectionValues,
  dataPlane: DataPlane,
): Promise<Course> {
  const { signal } = call;
  const { name } = planned;
  const nodes = await resolveNodes(call, planned, `to update ${describeLive(planned)}`);
  await requireSets(nodes, planned, signal);
  const names = { name, known: knownVersions(prior) };
  const seen = await observeVersions(nodes, dataPlane, names, { signal, everywhere: true });
  refuseHidden(planned, seen);
  const live = liveVersionOf(seen, prior.collection_name)?.record.name ?? prior.collection_name;
  return beginCourse({ call, nodes, dataPlane, prior, planned, seen }, live);
}

/** Forgets what the plan has shown, and keeps the documents of the versions that are retained now. */
function privateStateAfter(
  stored: LivePrivateState | undefined,
  { versions, collection_name: live }: Partial<LiveCollectionValues>,
): LivePrivateState {
  const { named: _, ways: __, ...others } = stored ?? {};
  const retired = (versions ?? []).flatMap(({ name, documents }) =>
    name === null || name === live ? [] : [{ name, documents }],
  );
  return { ...others, retired };
}

/** The key of embedding models. Without a version, the plan has sent none: ignore_changes may name both. */
function keyOf(call: LiveCall, { model_api_key_wo_version: version }: LiveCollectionValues): ModelKey {
  return version === null ? null : (call.config?.model_api_key_wo ?? null);
}

async function carryOut(course: Course, way: Way, carried: Map<string, Carried>): Promise<void> {
  switch (way.kind) {
    case "patch":
      return patchVersion(course, way.version);
    case "copy":
      return copy(course, way, carried);
    case "back":
      return goBack(course, way, carried);
    case "settle":
      return resumeSettling(course, way, carried);
    case "reattach":
      return reattach(course, way, carried);
    case "succeed":
      return succeed(course, way.to);
  }
}

async function copy(
  course: Course,
  { from, resumes }: Extract<Way, { kind: "copy" }>,
  carried: Map<string, Carried>,
): Promise<void> {
  await requireCopyable(course, from);
  const unfinished = versionNamed(course.now(), resumes);
  const filling = unfinished
    ? await takeOver(course, unfinished, { from, since: null })
    : await createVersion(course, from);
  await fillAndMove(course, from, filling, carried);
}

async function goBack(
  course: Course,
  { from, to }: Extract<Way, { kind: "back" }>,
  carried: Map<string, Carried>,
): Promise<void> {
  const retained = versionNamed(course.now(), to);
  if (!retained) throw versionGoneError(to);
  await requireCopyable(course, from);
  const since = versionNamed(course.now(), from)?.mark?.retired[to] ?? null;
  await fillAndMove(course, from, await takeOver(course, retained, { from, since }), carried);
}

/** Refuses to begin a copy that would lose values, or could not find what is written meanwhile. */
async function requireCopyable({ nodes, planned, call, now }: Course, from: string): Promise<void> {
  const record = versionNamed(now(), from)?.record;
  if (!record) return;
  refuseLost(planned, record);
  await refuseWrongTimes(nodes, planned, record, call.signal);
}

async function fillAndMove(
  course: Course,
  from: string,
  filling: Filling,
  carried: Map<string, Carried>,
): Promise<void> {
  const { name: to } = filling;
  const { mark, caught } = await fillVersion(course, from, filling);
  try {
    await moveAlias(course, { from, to });
    carried.set(from, await settleVersion(course, { from, to, mark }, caught));
  } catch (error) {
    throw await failedAfter(course, { from, to, mark }, error);
  }
}
