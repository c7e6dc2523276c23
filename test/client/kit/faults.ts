import type { HttpRequest } from "../../../src/client";
import type { Handler, Reply } from "./transport";

type Fault = (request: HttpRequest, work: () => Reply) => Reply;

/** A few lines of the service that fail where they are told to. */
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

  protected abstract work(request: HttpRequest): Reply;
}
