import fc from "fast-check";
import { isSameSetting } from "../../../../src/api/comparison";
import type { NewSettings } from "../../../../src/api/requests";
import type { ConfigurationChangeRecord } from "../../../../src/client/index";
import { compareCapacity, difference, type Sizing } from "../../../../src/provider/model/sizing";
import { type Decision, decide } from "../../../../src/provider/shared/changes/decide";
import { isInFlight } from "../../../../src/provider/shared/changes/inFlight";
import {
  currentRestart,
  NO_RESTART,
  needsRestart,
  type Restart,
} from "../../../../src/provider/shared/changes/restart";
import { keepsTo, type Schedule } from "../../../../src/provider/shared/schedule/moment";
import { afterwards, anySizing, changeOf, NOW, SINGLE, shown, THREE } from "./kit";

const MINUTE = 60_000;
const LEAD = 30_000;
const RUNS_FOR = 40 * MINUTE;
const ENDS = ["succeeded", "failed in whole", "failed in part"] as const;

/**
 * One cluster at the service, with the person who edits its configuration. It is as strict as the real service. Its server
 * parameters are one number: a change applies the stored number when it begins.
 */
class World {
  now = NOW;
  schedule: Schedule = { kind: "at once" };
  rescheduled = false;
  autoUpgrade = false;
  nextEnd: (typeof ENDS)[number] = "succeeded";
  stored = 0;
  running = 0;
  restart: Restart = NO_RESTART;
  changes: ConfigurationChangeRecord[] = [];
  readonly posts: NewSettings[] = [];
  cancels = 0;
  /** The settings of the change in flight. */
  #requested: NewSettings = {};
  #carries = 0;

  constructor(
    public live: Sizing,
    public target: Sizing,
    readonly isFilledIn: boolean,
  ) {}

  /** Returns the result of the change, which keeps unrequested values, even if they were raised since, however its record is filled in. */
  get #brings(): Sizing {
    return afterwards(this.live, this.#requested);
  }

  get active(): ConfigurationChangeRecord | null {
    return this.changes.find(isInFlight) ?? null;
  }

  #becomes(change: ConfigurationChangeRecord, status: ConfigurationChangeRecord["status"]): void {
    this.changes = this.changes.map((one) => (one.id === change.id ? { ...one, status } : one));
  }

  passes(ms: number): void {
    this.now += ms;
    const { active, nextEnd } = this;
    if (!active) return;
    const due = (active.perform_change_at ?? 0) * 1000;
    if (active.status === "pending" && due <= this.now) {
      this.#carries = this.stored;
      this.#becomes(active, "in_progress");
    }
    if (due + RUNS_FOR > this.now) return;
    this.#becomes(active, nextEnd === "succeeded" ? nextEnd : "failed");
    const { memory, vcpu } = this.#brings;
    if (nextEnd === "succeeded") {
      this.live = this.#brings;
      this.running = this.#carries;
    } else if (nextEnd === "failed in part") this.live = { ...this.live, memory, vcpu };
    this.nextEnd = "succeeded";
  }

  post(settings: NewSettings, at: number): void {
    if (this.active) throw new Error("422: a cluster has one change");
    if (at * 1000 < this.now) throw new Error("400: perform_change_at is in the past");
    if (settings.new_high_availability === "no") throw new Error("400: it cannot be turned off");
    this.#requested = settings;
    const all = Object.entries(shown(this.#brings)).map(([name, value]) => [`new_${name}`, value]);
    const filled = this.isFilledIn ? Object.fromEntries(all) : {};
    const id = `ch${this.changes.length}`;
    const times = { created_at: Math.floor(this.now / 1000), perform_change_at: at };
    this.changes = [changeOf({ ...filled, ...settings, id, ...times }, this.live), ...this.changes];
  }

  cancel(): void {
    const { active } = this;
    if (active?.status !== "pending") throw new Error("422: only a pending change can be cancelled");
    this.#becomes(active, "canceled");
  }

  /** Corrects a configuration that turns high availability off, which a plan rejects. */
  correct(): void {
    const next = this.active ? this.#brings : this.live;
    if (this.target.high_availability !== false) return;
    const is = [next, this.live].find(({ high_availability: ha }) => ha);
    if (!is) return;
    const { memory, vcpu, gpu, high_performance_disk, search_server_version } = this.target;
    this.target = { ...is, memory, vcpu, gpu, high_performance_disk, search_server_version };
  }

  happens(event: Event): void {
    // No two events share a second.
    this.passes(1000);
    event(this);
    this.correct();
  }

  /** Applies without waiting: decides and acts until nothing remains to be done now. */
  apply(isRefused = false): Decision {
    for (let step = 0; step < 4; step += 1) {
      this.restart = currentRestart(this.restart, this.changes);
      const { target, live, active, autoUpgrade, schedule, rescheduled, now } = this;
      const restart = needsRestart(this.restart, active);
      const situation = { target, live, active, autoUpgrade, restart, schedule, rescheduled, now };
      const decision = decide({ ...situation, lead: LEAD });
      this.check(decision, restart);
      if (decision.act === "cancel") {
        this.cancel();
        this.cancels += 1;
        continue;
      }
      if (decision.act === "post") {
        if (isRefused) return decision;
        this.post(decision.settings, decision.at);
        this.posts.push(decision.settings);
      }
      if (decision.act !== "refuse") this.rescheduled = false;
      const isCovered = decision.act === "post" || decision.act === "keep";
      if (restart && isCovered) this.restart = { due: false, by: this.active?.id };
      return decision;
    }
    throw new Error("An apply that nobody disturbs must end");
  }

  /** Expects that the decision is necessary. */
  check(decision: Decision, restart: boolean): void {
    const { live, active, schedule: when } = this;
    const isReached = this.reached(live);
    if (this.stored === 0) expect(restart).toBe(false);
    const isComing = active !== null && this.reached(this.#brings);
    if (decision.act === "post") {
      expect(active).toBeNull();
      if (!restart) expect(afterwards(live, decision.settings)).not.toEqual(live);
      if (when.kind === "window")
        expect(keepsTo(when, decision.at, { now: this.now, lead: LEAD })).toBe(true);
      if (when.kind === "at") expect(decision.at).toBe(Math.ceil(when.at / 1000));
    }
    if (decision.act === "cancel") {
      expect(decision.change.status).toBe("pending");
      expect(isComing).toBe(decision.why === "rescheduled");
      if (!isComing) expect(isReached && !restart).toBe(decision.why === "undone");
    }
    if (decision.act === "refuse") expect(decision.past).toBeLessThan(this.now);
    if (decision.act === "nothing") expect([isReached, restart]).toEqual([true, false]);
    if (decision.act === "keep") expect(isComing).toBe(true);
  }

  /** True if this is the desired sizing; a raise by the service counts as well. */
  reached({ memory, vcpu, ...rest }: Sizing): boolean {
    const { memory: wantedMemory, vcpu: wantedVcpu, ...wanted } = this.target;
    const compared = compareCapacity(
      { memory: memory ?? "", vcpu: vcpu ?? "" },
      { memory: wantedMemory ?? "", vcpu: wantedVcpu ?? "" },
    );
    const accepted = this.autoUpgrade ? ["same", "larger"] : ["same"];
    const names = Object.keys(rest) as (keyof typeof rest)[];
    return accepted.includes(compared) && names.every((name) => isSameSetting(rest[name], wanted[name]));
  }
}

type Event = (world: World) => void;

/** Names an event for counterexamples. */
function named(name: string, event: Event): Event {
  return Object.assign((world: World) => event(world), { [fc.toStringMethod]: () => name });
}

function sets(what: string, values: Partial<World>): Event {
  return named(`${what}: ${JSON.stringify(values)}`, (world) => void Object.assign(world, values));
}

const write = named("write", (world) => {
  world.stored += 1;
  world.restart = { ...world.restart, due: true };
});

const reschedule = (schedule: Schedule) => sets("schedule", { schedule, rescheduled: true });
const atOnce = reschedule({ kind: "at once" });

const anySchedule: fc.Arbitrary<Event> = fc.oneof(
  fc.constant(atOnce),
  fc
    .integer({ min: -60, max: 600 })
    .map((minutes) =>
      named(`schedule in ${minutes} minutes`, (world) =>
        reschedule({ kind: "at", at: world.now + minutes * MINUTE })(world),
      ),
    ),
  fc.integer({ min: 10, max: 23 }).map((hour) => {
    const [days, start] = [["monday", "friday"], `${hour}:30`];
    const window = { days, start, duration: 90 * MINUTE, timezone: "Europe/Zurich" };
    return reschedule({ kind: "window", window });
  }),
);

/** A few targets, so that the desired one is often live or in flight. */
const anyTarget = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(SINGLE, { ...SINGLE, memory: "16_gb" }, THREE) },
  anySizing,
);
const edit = (target: Sizing) => sets("edit", { target });
/** Durations in minutes, within some of which a change begins, runs and ends. */
const anyTime = fc.oneof(fc.constantFrom(1, 25, 60), fc.integer({ min: 1, max: 26 * 60 }));

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: anyTarget.map(edit) },
  anySchedule,
  {
    weight: 3,
    arbitrary: anyTime.map((time) => named(`${time} minutes`, (world) => world.passes(time * MINUTE))),
  },
  fc.tuple(fc.option(anyTarget), fc.integer({ min: 1, max: 600 })).map(([target, dueIn]) =>
    named(`somebody requests ${JSON.stringify(target)} in ${dueIn} minutes`, (world) => {
      const to = target ?? world.live;
      const isLegal = to.high_availability === true || world.live.high_availability !== true;
      const at = Math.ceil((world.now + dueIn * MINUTE) / 1000);
      if (isLegal && !world.active) world.post(difference(to, world.live, false), at);
    }),
  ),
  fc.boolean().map((autoUpgrade) => sets("auto-upgrade", { autoUpgrade })),
  fc.constantFrom(...ENDS).map((nextEnd) => sets("the next change", { nextEnd })),
  { weight: 4, arbitrary: fc.constant(named("apply", (world) => world.apply())) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      write,
      named("read", (world) => {
        world.restart = currentRestart(world.restart, world.changes);
      }),
      named("apply, and the post is refused", (world) => world.apply(true)),
      named("cancelled outside", (world) => {
        if (world.active?.status === "pending") world.cancel();
      }),
      named("raised by the service", (world) => {
        if (world.autoUpgrade) world.live = { ...world.live, memory: "64_gb", vcpu: "16_vcpus" };
      }),
    ),
  },
);

const anyLife = fc.record({
  start: anyTarget,
  isFilledIn: fc.boolean(),
  events: fc.array(anyEvent, { maxLength: 30 }),
});
type Life = typeof anyLife extends fc.Arbitrary<infer T> ? T : never;

function worldAfter({ start, isFilledIn, events }: Life): World {
  const world = new World(start, start, isFilledIn);
  for (const event of events) world.happens(event);
  return world;
}

test("after any events, the desired sizing and the written parameters come into effect: one change at a time, and one for both", () => {
  fc.assert(
    fc.property(anyLife, anyTarget, anySchedule, fc.boolean(), (life, target, schedule, writes) => {
      const world = worldAfter(life);
      // From here on, nothing fails and no other client interferes.
      world.nextEnd = "succeeded";
      for (const event of [edit(target), schedule, ...(writes ? [write] : [])]) world.happens(event);
      const before = { posts: world.posts.length, cancels: world.cancels };
      let decision = world.apply();
      for (let step = 0; decision.act !== "nothing" && step < 240; step += 1) {
        // A person corrects a time that was rejected as past.
        if (decision.act === "refuse") world.happens(atOnce);
        world.passes(180 * MINUTE);
        decision = world.apply();
      }
      expect(decision.act).toBe("nothing");
      expect(world.reached(world.live)).toBe(true);
      expect(world.running).toBe(world.stored);
      expect(world.restart).toEqual(NO_RESTART);
      expect(world.posts.length - before.posts).toBeLessThanOrEqual(1);
      expect(world.cancels - before.cancels).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test("an apply right after another one requests nothing", () => {
  fc.assert(
    fc.property(anyLife, (life) => {
      const world = worldAfter(life);
      world.apply();
      const status = world.active?.status;
      const before = [world.posts.length, world.cancels];
      world.passes(1000);
      // A change that ends just then may leave something to request.
      if (world.active?.status !== status) return;
      world.apply();
      expect([world.posts.length, world.cancels]).toEqual(before);
    }),
    { numRuns: 300 },
  );
});
