import type { HttpRequest } from "../../../src/client";
import { START } from "./clock";
import { type Handler, json, type Reply } from "./transport";

type Fault = (request: HttpRequest, work: () => Reply) => Reply;

/** A few lines of the service that fail where a test says so. */
export abstract class FaultyService {
  private readonly faults: { readonly method: string; readonly fault: Fault }[] = [];

  /** What happens to the next request of a method that has no fault yet. */
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

  /** One page of a list, as the query asks for it. */
  protected page(url: string, key: string, all: readonly unknown[]): Reply {
    const { searchParams } = new URL(url);
    const [page, perPage] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
    const records = all.slice((page - 1) * perPage, page * perPage);
    return json(200, { page, per_page: perPage, total: all.length, [key]: records }, this.date());
  }

  /** The header that tells the service's time. */
  protected date(): { readonly date: string } {
    return { date: new Date(START).toUTCString() };
  }

  protected abstract work(request: HttpRequest): Reply;
}
