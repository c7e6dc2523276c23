import type { CloningOperationRecord, ClusterRecord, ConfigurationChangeRecord } from "../../../src/client";
import type { HttpRequest } from "../../../src/http/transport";
import { START } from "./clock";
import { change, clone, cluster, parameter } from "./records";
import { error, type Handler, json, type Reply } from "./transport";

type Stored = { readonly id: string; status?: string };
type Fault = (request: HttpRequest, work: () => Reply) => Reply;

/** One kind of record of the service. */
interface Kind<T extends Stored> {
  readonly noun: string;
  /** The key of a page of records; null: the list is bare. */
  readonly listKey: string | null;
  /** The key of a record in the answer of a write; null: it is bare. */
  readonly key: string | null;
  /** Pending, then in progress, then ended: only a pending one can be changed, and the newest is listed first. */
  readonly isWorkflow: boolean;
  readonly create: (sent: Partial<T>, id: string) => T;
  /** The reason to refuse a POST. */
  readonly refusal?: (sent: Partial<T>, records: readonly T[]) => string | undefined;
}

const DATE = { date: new Date(START).toUTCString() };

/** A minimal service for one kind of record, which fails on request. */
abstract class Service<T extends Stored> {
  readonly records: T[];
  /** Ids that the list leaves out. */
  readonly unlisted = new Set<string>();
  /** True if a record is answered in an envelope. */
  enveloped = true;
  private readonly faults: { readonly method: string; readonly fault: Fault }[] = [];

  constructor(
    private readonly kind: Kind<T>,
    records: T[],
  ) {
    this.records = records;
  }

  /** Adds a fault for the next request of a method that has no fault yet. */
  next(method: string, fault: Fault): this {
    this.faults.push({ method, fault });
    return this;
  }

  /** The answer of the next request of this method is lost; its work is done or not. */
  lose(method: string, reply: Reply, { done }: { readonly done: boolean }): this {
    return this.next(method, (_, work) => {
      if (done) work();
      return reply;
    });
  }

  readonly handler: Handler = (request) => {
    const at = this.faults.findIndex(({ method }) => method === request.method);
    const [planned] = at < 0 ? [] : this.faults.splice(at, 1);
    const work = () => this.work(request);
    return planned === undefined ? work() : planned.fault(request, work);
  };

  private work({ method, url, body }: HttpRequest): Reply {
    const { noun, isWorkflow } = this.kind;
    const { pathname } = new URL(url);
    const [, id, lifecycle] =
      pathname.match(
        /\/(?:configuration-changes|cloning-operations|server-configuration-parameters)(?:\/([^/]+))?$/,
      ) ??
      pathname.match(/\/clusters(?:\/([^/]+))?(\/lifecycle)?$/) ??
      [];
    const sent = JSON.parse(body ?? "{}");
    if (id === undefined) return method === "GET" ? this.list(url) : this.create(sent);
    const found = this.records.find((one) => one.id === id);
    if (found === undefined) return error(404, `${noun} not found`, DATE);
    if (method === "GET") return json(200, found, DATE);
    if (method === "DELETE") {
      this.records.splice(this.records.indexOf(found), 1);
      return json(200, { success: true }, DATE);
    }
    if (lifecycle !== undefined) {
      found.status = "deprovisioning";
      return json(201, { success: true, message: "Cluster termination has been initiated" }, DATE);
    }
    if (isWorkflow && found.status !== "pending") return error(422, `${noun} is ${found.status}`, DATE);
    return this.answer(200, Object.assign(found, sent));
  }

  private list(url: string): Reply {
    const { searchParams } = new URL(url);
    const { listKey } = this.kind;
    const all = this.records.filter((one) => !this.unlisted.has(one.id));
    if (listKey === null) return json(200, all, DATE);
    const [page, perPage] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
    const records = all.slice((page - 1) * perPage, page * perPage);
    return json(200, { page, per_page: perPage, total: all.length, [listKey]: records }, DATE);
  }

  private create(sent: Partial<T>): Reply {
    const refusal = this.kind.refusal?.(sent, this.records);
    if (refusal !== undefined) return error(422, refusal, DATE);
    const created = this.kind.create(sent, `new-${this.records.length + 1}`);
    this.records[this.kind.isWorkflow ? "unshift" : "push"](created);
    return this.answer(201, created);
  }

  private answer(status: number, record: T): Reply {
    const { key } = this.kind;
    return json(status, key === null || !this.enveloped ? record : { success: true, [key]: record }, DATE);
  }
}

export class Account extends Service<ClusterRecord> {
  constructor(...records: ClusterRecord[]) {
    const create = ({ regions: _, ...sent }: Partial<ClusterRecord>, id: string) =>
      cluster({ status: "provisioning", ...sent, id });
    super({ noun: "Cluster", listKey: "clusters", key: "cluster", isWorkflow: false, create }, records);
  }
}

/** The changes of one cluster: schedules one at a time. */
export class ChangesService extends Service<ConfigurationChangeRecord> {
  constructor(...records: ConfigurationChangeRecord[]) {
    super(
      {
        noun: "Configuration change",
        listKey: "configuration_changes",
        key: "configuration_change",
        isWorkflow: true,
        create: (sent, id) => change({ ...sent, id }),
        refusal: (_, all) =>
          all.some(({ status }) => status === "pending" || status === "in_progress")
            ? "A configuration change is pending already"
            : undefined,
      },
      records,
    );
  }
}

/** The cloning operations of one cluster: as many as are requested. */
export class ClonesService extends Service<CloningOperationRecord> {
  constructor(...records: CloningOperationRecord[]) {
    const create = (sent: Partial<CloningOperationRecord>, id: string) => clone({ ...sent, id });
    const [listKey, key] = ["cloning_operations", "cloning_operation"];
    super({ noun: "Cloning operation", listKey, key, isWorkflow: true, create }, records);
  }
}

/** The server parameters of one cluster: one entry per name. */
export class ParametersService extends Service<ReturnType<typeof parameter>> {
  constructor(...records: ReturnType<typeof parameter>[]) {
    super(
      {
        noun: "Server configuration parameter",
        listKey: null,
        key: null,
        isWorkflow: false,
        create: (sent, id) => parameter({ ...sent, id }),
        refusal: (sent, all) =>
          all.some((one) => one.parameter_name === sent.parameter_name)
            ? `${sent.parameter_name} is set already`
            : undefined,
      },
      records,
    );
  }
}
