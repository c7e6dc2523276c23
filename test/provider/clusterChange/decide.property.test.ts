import fc from "fast-check";
import type { ConfigurationChangeRecord } from "../../../src/client/index";
import { compareCapacity } from "../../../src/provider/api/capacity";
import { difference, type NewSettings, type Sizing } from "../../../src/provider/api/sizing";
import { type Decision, decide, type Situation } from "../../../src/provider/clusterChange/decide";
import { keepsTo, type Schedule } from "../../../src/provider/schedule/moment";
import { afterwards, anySizing, changeOf, NOW, shown } from "./kit";

const MINUTE = 60_000;
const LEAD = 30_000;
const RUNS_FOR = 40 * MINUTE;

type End = "succeeded" | "failed in whole" | "failed in part";

type Event =
  | { readonly kind: "edit"; readonly target: Sizing }
  | { readonly kind: "schedule"; readonly schedule: Given }
  | { readonly kind: "apply" }
  | { readonly kind: "clock"; readonly ms: number }
  | { readonly kind: "changed outside"; readonly to: Sizing; readonly dueIn: number }
  | { readonly kind: "cancelled outside" }
  | { readonly kind: "raised by the service" }
  | { readonly kind: "auto-upgrade"; readonly on: boolean }
  | { readonly kind: "next ends"; readonly how: End };

/** A schedule, as it is given at some moment. */
type Given = (now: number) => Schedule;

const anySchedule: fc.Arbitrary<Given> = fc.oneof(
  fc.constant<Given>(() => ({ kind: "at once" })),
  fc.integer({ min: -60, max: 600 }).map(
    (minutes): Given =>
      (now) => ({ kind: "at", at: now + minutes * MINUTE }),
  ),
  fc.integer({ min: 0, max: 23 }).map(
    (hour): Given =>
      () => ({
        kind: "window",
        window: {
          days: ["monday", "friday"],
          start: `${String(hour).padStart(2, "0")}:30`,
          duration: 90 * MINUTE,
          timezone: "Europe/Zurich",
        },
      }),
  ),
);

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("edit"), target: anySizing }) },
  fc.record({ kind: fc.constant("schedule"), schedule: anySchedule }),
  { weight: 4, arbitrary: fc.constant({ kind: "apply" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("clock"), ms: fc.integer({ min: 1, max: 26 * 60 * MINUTE }) }),
  },
  fc.record({
    kind: fc.constant("changed outside"),
    to: anySizing,
    dueIn: fc.integer({ min: 1, max: 600 * MINUTE }),
  }),
  fc.constant({ kind: "cancelled outside" } as const),
  fc.constant({ kind: "raised by the service" } as const),
  fc.record({ kind: fc.constant("auto-upgrade"), on: fc.boolean() }),
  fc.record({
    kind: fc.constant("next ends"),
    how: fc.constantFrom<End>("succeeded", "failed in whole", "failed in part"),
  }),
) as fc.Arbitrary<Event>;

/** One cluster at the service, with the person that edits its configuration. It answers as strictly as the real one. */
class World {
  now = NOW;
  schedule: Given = () => ({ kind: "at once" });
  scheduled: Schedule = { kind: "at once" };
  rescheduled = false;
  autoUpgrade = false;
  nextEnd: End = "succeeded";
  readonly posts: NewSettings[] = [];
  cancels = 0;
  #active: { record: ConfigurationChangeRecord; readonly brings: Sizing; endsAt?: number } | null = null;

  constructor(
    public live: Sizing,
    public target: Sizing,
    readonly isFilledIn: boolean,
  ) {}

  get active(): ConfigurationChangeRecord | null {
    return this.#active?.record ?? null;
  }

  situation(): Situation {
    const { target, live, active, autoUpgrade, scheduled: schedule, rescheduled, now } = this;
    return { target, live, active, autoUpgrade, restart: false, schedule, rescheduled, now, lead: LEAD };
  }

  tick(ms: number): void {
    this.now += ms;
    const one = this.#active;
    if (!one) return;
    const due = (one.record.perform_change_at ?? 0) * 1000;
    if (one.record.status === "pending" && due <= this.now) {
      one.record = { ...one.record, status: "in_progress" };
      one.endsAt = due + RUNS_FOR;
    }
    if (one.endsAt === undefined || one.endsAt > this.now) return;
    const part = { ...this.live, memory: one.brings.memory, vcpu: one.brings.vcpu };
    if (this.nextEnd === "succeeded") this.live = one.brings;
    else if (this.nextEnd === "failed in part") this.live = part;
    this.nextEnd = "succeeded";
    this.#active = null;
  }

  post(settings: NewSettings, at: number): void {
    if (this.#active) throw new Error("422: a cluster has one change");
    if (at * 1000 < this.now) throw new Error("400: perform_change_at is in the past");
    if (Object.keys(settings).length === 0) throw new Error("400: nothing is asked for");
    if (settings.new_high_availability === "no") throw new Error("400: it cannot be turned off");
    const brings = afterwards(this.live, settings);
    const filled = this.isFilledIn
      ? Object.fromEntries(Object.entries(shown(brings)).map(([name, value]) => [`new_${name}`, value]))
      : {};
    this.#active = {
      record: changeOf({ ...filled, ...settings, perform_change_at: at }, this.live),
      brings,
    };
  }

  cancel(): void {
    if (this.active?.status !== "pending") throw new Error("422: only a pending change can be cancelled");
    this.#active = null;
  }

  /** High availability is for good: a configuration that says otherwise is refused at plan, and somebody corrects it. */
  correct(): void {
    const { live } = this;
    const brings = this.#active?.brings ?? live;
    if (this.target.high_availability === false && (live.high_availability || brings.high_availability)) {
      const { high_availability, high_availability_node_count, search_delivery_network, region_node_counts } =
        brings.high_availability ? brings : live;
      this.target = {
        ...this.target,
        high_availability,
        high_availability_node_count,
        search_delivery_network,
        region_node_counts,
      };
    }
  }

  happens(event: Event): void {
    switch (event.kind) {
      case "edit":
        this.target = event.target;
        break;
      case "schedule":
        this.schedule = event.schedule;
        this.scheduled = event.schedule(this.now);
        this.rescheduled = true;
        break;
      case "clock":
        this.tick(event.ms);
        break;
      case "changed outside": {
        const legal = event.to.high_availability === true || this.live.high_availability !== true;
        const settings = difference(event.to, this.live, false);
        if (legal && !this.active && Object.keys(settings).length > 0) {
          this.post(settings, Math.ceil((this.now + event.dueIn) / 1000));
        }
        break;
      }
      case "cancelled outside":
        if (this.active?.status === "pending") this.cancel();
        break;
      case "raised by the service":
        if (this.autoUpgrade) this.live = { ...this.live, memory: "64_gb", vcpu: "16_vcpus" };
        break;
      case "auto-upgrade":
        this.autoUpgrade = event.on;
        break;
      case "next ends":
        this.nextEnd = event.how;
        break;
      case "apply":
        this.apply();
    }
    this.correct();
  }

  /** What an apply that waits for nothing does: it decides and acts until it has nothing more to do now. */
  apply(): Decision {
    for (let step = 0; step < 4; step += 1) {
      const decision = decide(this.situation());
      this.check(decision);
      if (decision.act === "cancel") {
        this.cancel();
        this.cancels += 1;
      } else if (decision.act === "post") {
        this.post(decision.settings, decision.at);
        this.posts.push(decision.settings);
        this.rescheduled = false;
      } else {
        if (decision.act !== "refuse") this.rescheduled = false;
        return decision;
      }
    }
    throw new Error("An apply that nobody disturbs must come to an end");
  }

  /** No decision is needless, none is more than these six. */
  check(decision: Decision): void {
    const { live, active } = this;
    expect(["nothing", "keep", "await", "cancel", "post", "refuse"]).toContain(decision.act);
    if (decision.act === "post") {
      expect(active).toBeNull();
      expect(afterwards(live, decision.settings)).not.toEqual(live);
      const when = this.scheduled;
      if (when.kind === "window") expect(keepsTo(when, decision.at, this.now, LEAD)).toBe(true);
      if (when.kind === "at") expect(decision.at).toBe(Math.ceil(when.at / 1000));
    }
    if (decision.act === "cancel") {
      expect(decision.change.status).toBe("pending");
      const wouldCome = this.#active && this.reached(this.#active.brings);
      expect(wouldCome).toBe(decision.why === "rescheduled");
      expect(this.reached(live)).toBe(decision.why === "undone");
    }
    if (decision.act === "refuse") expect(decision.past).toBeLessThan(this.now);
    if (decision.act === "nothing") expect(this.reached(live)).toBe(true);
    if (decision.act === "keep") expect(this.#active && this.reached(this.#active.brings)).toBe(true);
  }

  /** Whether this is what is wanted; what the service has raised by itself is as good. */
  reached({ memory, vcpu, ...rest }: Sizing): boolean {
    const { memory: wantedMemory, vcpu: wantedVcpu, ...wanted } = this.target;
    const compared = compareCapacity(
      { memory: memory ?? "", vcpu: vcpu ?? "" },
      { memory: wantedMemory ?? "", vcpu: wantedVcpu ?? "" },
    );
    const accepted = this.autoUpgrade ? ["same", "larger"] : ["same"];
    const byName = (value: object) => JSON.stringify(value, Object.keys(value).sort());
    const counts = ({ region_node_counts }: Partial<Sizing>) => byName(region_node_counts ?? {});
    return accepted.includes(compared) && byName(rest) === byName(wanted) && counts(rest) === counts(wanted);
  }
}

const anyLife = fc.record({
  start: anySizing,
  isFilledIn: fc.boolean(),
  events: fc.array(anyEvent, { maxLength: 25 }),
  last: anySizing,
  schedule: anySchedule,
});

test("whatever happens, what is wanted comes to run: one change at a time, and none that is needless", () => {
  fc.assert(
    fc.property(anyLife, ({ start, isFilledIn, events, last, schedule }) => {
      const world = new World(start, start, isFilledIn);
      for (const event of events) world.happens(event);

      // From here on nothing fails and nobody interferes.
      for (const event of [
        { kind: "next ends", how: "succeeded" },
        { kind: "edit", target: last },
        { kind: "schedule", schedule },
      ] as const)
        world.happens(event);
      const before = { posts: world.posts.length, cancels: world.cancels };
      let decision = world.apply();
      for (let hours = 0; decision.act !== "nothing" && hours < 24 * 30; hours += 1) {
        // A moment that is over is corrected by the person who reads the refusal.
        if (decision.act === "refuse") {
          world.happens({ kind: "schedule", schedule: () => ({ kind: "at once" }) });
        }
        world.tick(60 * MINUTE);
        decision = world.apply();
      }

      expect(decision.act).toBe("nothing");
      expect(world.reached(world.live)).toBe(true);
      expect(world.posts.length - before.posts).toBeLessThanOrEqual(1);
      expect(world.cancels - before.cancels).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test("a decision that has been carried out is not made again", () => {
  fc.assert(
    fc.property(anySizing, anySizing, fc.boolean(), anySchedule, (live, target, isFilledIn, schedule) => {
      const world = new World(live, target, isFilledIn);
      world.happens({ kind: "schedule", schedule });
      world.apply();
      const made = world.posts.length;
      world.tick(1);
      expect(world.apply().act).not.toBe("post");
      expect(world.posts.length).toBe(made);
      expect(world.cancels).toBe(0);
    }),
    { numRuns: 300 },
  );
});
