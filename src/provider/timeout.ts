import { parseDuration } from "../framework";
import { clientOf, type Service } from "./service";

interface Timed {
  readonly service: Service;
  readonly deadline: number;
  readonly timeout: string;
}

/** The same call with a time of its own that begins now; it goes on seeing what is stored meanwhile. */
export function withTimeout<C extends Timed>(call: C, timeout: string): C {
  const deadline = clientOf(call.service).clock.now() + (parseDuration(timeout) ?? 0);
  return Object.create(call, { deadline: { value: deadline }, timeout: { value: timeout } });
}
