import type { HttpRequest } from "../../../src/client";
import { START } from "./clock";
import { FaultyService } from "./faults";
import { error, json, type Reply } from "./transport";

/** A server parameter as the service writes it: its times are text, unlike those of every other record. */
export interface Written {
  id: string;
  parameter_name: string;
  parameter_value: string;
  created_at: string;
  updated_at: string;
}

const AT = new Date(START).toISOString();

export function parameter(given: Partial<Written> = {}): Written {
  return {
    id: "p1",
    parameter_name: "max-per-page",
    parameter_value: "500",
    created_at: AT,
    updated_at: AT,
    ...given,
  };
}

/** The server parameters of one cluster: one entry per name. */
export class ParametersService extends FaultyService {
  readonly parameters: Written[];

  constructor(...parameters: Written[]) {
    super();
    this.parameters = parameters;
  }

  protected work({ method, url, body }: HttpRequest): Reply {
    const [, id] = new URL(url).pathname.match(/\/server-configuration-parameters(?:\/([^/]+))?$/) ?? [];
    const date = this.date();
    const sent = JSON.parse(body ?? "{}");
    if (id === undefined && method === "GET") return json(200, this.parameters, date);
    if (id === undefined) {
      if (this.parameters.some(({ parameter_name }) => parameter_name === sent.parameter_name))
        return error(422, `${sent.parameter_name} is set already`, date);
      const made = parameter({ ...sent, id: `new-${this.parameters.length + 1}` });
      this.parameters.push(made);
      return json(201, made, date);
    }
    const found = this.parameters.find((one) => one.id === id);
    if (found === undefined) return error(404, "Server configuration parameter not found", date);
    if (method === "DELETE") {
      this.parameters.splice(this.parameters.indexOf(found), 1);
      return json(200, { success: true }, date);
    }
    return json(200, Object.assign(found, sent), date);
  }
}
