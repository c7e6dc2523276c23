import { define } from "../../../framework";
import type { Service } from "../../shared/service";
import { createRehearsal } from "./create";
import { deleteRehearsal } from "./delete";
import { planRehearsal } from "./plan";
import { readRehearsal } from "./read";
import { type RehearsalPrivateState, schema, TIMEOUTS } from "./schema";
import { resume, retry } from "./update";
import { validators } from "./validators";

/** `searchcloud_upgrade_rehearsal`: a server version that a clone has proved (docs/design/upgrades.md). */
export const upgradeRehearsal = define<Service, RehearsalPrivateState>().resource({
  name: "upgrade_rehearsal",
  description:
    "Rehearses a server version: clones the cluster at that version, waits until every node of the clone is healthy, compares collections, numbers of documents and the " +
    "answers to your queries with those of the cluster, and terminates the clone. `verified_version` is the version that has passed; give it to the change that rolls it " +
    "out. A rehearsal that fails is an error with a table of what differs. The clone is a second cluster that is billed meanwhile. An apply that is interrupted leaves " +
    '`status = "running"`, and the next apply goes on; so whatever uses `verified_version` needs a postcondition here that `self.status == "passed"`.',
  schema,
  validators,
  timeouts: TIMEOUTS,
  updates: { resume, retry },
  plan: planRehearsal,
  create: createRehearsal,
  read: readRehearsal,
  delete: deleteRehearsal,
  notImported:
    "A rehearsal cannot be imported: what it has compared is known to the run that has done it alone. Create it instead.",
});
