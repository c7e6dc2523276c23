import { IMPORT_ACTIONS } from "../../api/dataPlane/requests";
import type { ImportProgress } from "../../dataPlane";
import {
  type ActionCall,
  type ActionPlanning,
  block,
  checks,
  define,
  defineActionSchema,
  isUnknown,
  TerraformError,
  t,
  type ValuesOf,
} from "../../framework";
import { givenName, givenText } from "../model/attributes";
import { countOf } from "../model/words";
import { childId, nodeValidators, resolveNodes } from "../shared/dataPlane";
import { presentFileProblem, problemsOf, scannedText } from "../shared/documents/scan";
import {
  changedSourceError,
  readDestinationRecord,
  rejectedError,
  scanToSend,
  sendDocuments,
} from "../shared/documents/send";
import { copiedCollection, describeDestination, describeSource, sourceOf } from "../shared/documents/source";
import { sourceValidators } from "../shared/documents/validators";
import type { Service } from "../shared/service";
import { recordWritten } from "../shared/thisRun";
import { endedEarly, NOTHING_SENT } from "./ending";
import { keyOfAction, nodeArguments } from "./nodeArguments";

/** Milliseconds between two messages about the progress of an import. */
const EVERY_MS = 10_000;

const importDocumentsSchema = defineActionSchema({
  ...nodeArguments,
  collection: {
    ...givenName("Name of the collection that the documents are imported into, or of an alias of it."),
    mode: "required",
  },
  file: {
    ...givenText(
      "Path of a file with one document (a JSON object) per line. A relative path is relative to the folder in which Terraform runs. Set this, `content` or `from`.",
    ),
    mode: "optional",
    validators: [checks.notEmpty(), presentFileProblem],
  },
  content: {
    ...givenText("The documents themselves: one JSON object per line. A saved plan has them."),
    mode: "optional",
    validators: [checks.notEmpty(), (text: string) => problemsOf(scannedText(text))],
  },
  from: block(
    {
      ...nodeArguments,
      ...copiedCollection,
    },
    {
      description:
        "Another collection to copy the documents from, on the same or other nodes. They pass through this machine and are not stored on it. Set this, `file` or `content`.",
    },
  ),
  action: {
    type: t.string,
    mode: "optional",
    description:
      "How a document is written, by its id: `upsert` creates or replaces it. `create` does not change a document that exists: it counts as imported if it is identical, and fails otherwise. " +
      "`update` changes the given fields of a document that exists, `emplace` does that or creates it. The default is `upsert`.",
    validators: [checks.oneOf(...IMPORT_ACTIONS)],
  },
  batch_size: {
    type: t.number,
    mode: "optional",
    description:
      "Number of documents that the server indexes before it serves searches in between, from 1 to 10,000. The default is the server's, 40.",
    validators: [checks.between(1, 10_000)],
  },
});

type ImportDocumentsValues = ValuesOf<typeof importDocumentsSchema>;

/** `action "searchcloud_import_documents"`: an import as `searchcloud_documents` makes it, once (docs/design/actions.md#import). */
export const importDocuments = define<Service>().action({
  name: "import_documents",
  description:
    "Imports documents into a collection, from a file, a string or another collection: once for each time that it is invoked. If the server rejects documents, the error names the lines, and the others stay. " +
    "A request whose answer is lost is sent again only if that stores nothing twice. Tools without actions use `searchcloud_documents`, whose `triggers` import again.",
  schema: importDocumentsSchema,
  validators: [...nodeValidators, ...sourceValidators],
  plan: planImport,
  invoke: invokeImport,
});

/** Describes the import at plan. This apply may write the file, so the plan accepts that it is missing. */
function planImport({ config, warn }: ActionPlanning<ImportDocumentsValues, Service>): void {
  const source = sourceOf(config);
  if (source === undefined) return;
  const what = isUnknown(source)
    ? "Documents that are not known yet"
    : `The documents of ${describeSource(source)}`;
  const how = isUnknown(config.action) ? "an action that is not known yet" : (config.action ?? "upsert");
  warn(
    `${what} are imported into ${describeDestination(config)}`,
    `They are sent by ${how}. Other documents in the collection are not changed. Terraform never removes the imported ones.`,
  );
}

async function invokeImport(call: ActionCall<Service>, config: ImportDocumentsValues): Promise<void> {
  const source = sourceOf(config);
  if (source === undefined)
    throw new TerraformError("No documents to import", "Set file, content or a from block.");
  const scan = source.kind === "from" ? null : await scanToSend(call, source, config);
  const into = describeDestination(config);
  try {
    const nodes = await resolveNodes(call, config, `to import documents into ${into}`, keyOfAction(config));
    const record = await readDestinationRecord(nodes, config.collection, call.signal);
    recordWritten(call.service, "documents", childId(config, record?.name ?? config.collection));
    let told = nodes.clock.now();
    const sent = await sendDocuments(call, nodes, config, source, {
      fromKey:
        source.kind === "from"
          ? keyOfAction(source.from, "api_key of the from block of this action")
          : undefined,
      onProgress(progress) {
        if (nodes.clock.now() - told < EVERY_MS) return;
        told = nodes.clock.now();
        call.progress(`${describeProgress(progress)} so far`);
      },
    });
    if (scan !== null && sent.hash !== scan.hash)
      throw changedSourceError(source, sent.progress, "Invoke the action again.");
    if (sent.progress.failed > 0) throw rejectedError(config, source, sent, "invoke the action again");
    call.progress(`${describeProgress(sent.progress)} into ${into}`);
  } catch (error) {
    throw endedEarly(error, NOTHING_SENT);
  }
}

function describeProgress({ imported, existing, failed }: ImportProgress): string {
  const there = existing === 0 ? "" : ` (${existing} of them were already there and identical)`;
  return `${countOf(imported)} imported${there}${failed === 0 ? "" : `, ${failed} rejected`}`;
}
