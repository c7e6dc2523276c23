import fc from "fast-check";
import type { ConfigurationChangeRecord } from "../../../src/client/index";
import type { NewSettings, Sizing } from "../../../src/provider/api/sizing";
import { type Decision, decide } from "../../../src/provider/clusterChange/decide";
import { changeInFlight } from "../../../src/provider/clusterChange/inFlight";
import {
  currentRestart,
  NO_RESTART,
  needsRestart,
  type Restart,
} from "../../../src/provider/clusterChange/restart";
import { afterwards, changeOf, NOW, SINGLE } from "./kit";

const MINUTE = 60_000;
const RUNS_FOR = 40 * MINUTE;
const BIG: Sizing = { ...SINGLE, memory: "16_gb" };

type Event =
  | "write"
  | "apply"
  | "apply, and the post is refused"
  | "read"
  | "memory up"
  | "memory down"
  | "cancelled outside"
  | "restarted outside"
  | "resized outside"
  | "next fails"
  | "a minute"
  | "an hour";

const EVENTS: readonly Event[] = [
  "write",
  "write",
  "apply",
  "apply",
  "apply, and the post is refused",
  "read",
  "memory up",
  "memory down",
  "cancelled outside",
  "restarted outside",
  "resized outside",
  "next fails",
  "a minute",
  "an hour",
];

/** A cluster whose parameters are stored as one number, and taken over by a change as they are when it begins. */
class World {
  now = NOW;
  stored = 0;
  running = 0;
  live = SINGLE;
  target = SINGLE;
  restart: Restart = NO_RESTART;
  changes: ConfigurationChangeRecord[] = [];
  posts: NewSettings[] = [];
  cancels = 0;
  #nextFails = false;
  #carries = 0;
  readonly #delay: number;

  /** @param delay milliseconds until a change of ours begins */
  constructor(delay: number) {
    this.#delay = delay;
  }

  get #active(): ConfigurationChangeRecord | undefined {
    return changeInFlight(this.changes);
  }

  #becomes(change: ConfigurationChangeRecord, status: ConfigurationChangeRecord["status"]): void {
    this.changes = this.changes.map((one) => (one.id === change.id ? { ...one, status } : one));
  }

  tick(ms: number): void {
    this.now += ms;
    const active = this.#active;
    if (!active) return;
    const due = (active.perform_change_at ?? 0) * 1000;
    if (active.status === "pending" && due <= this.now) {
      this.#carries = this.stored;
      this.#becomes(active, "in_progress");
    }
    if (due + RUNS_FOR > this.now) return;
    this.#becomes(active, this.#nextFails ? "failed" : "succeeded");
    if (!this.#nextFails) {
      this.running = this.#carries;
      this.live = afterwards(this.live, active.new_memory ? { new_memory: active.new_memory } : {});
    }
    this.#nextFails = false;
  }

  #make(settings: NewSettings, at: number): void {
    if (this.#active) throw new Error("422: a cluster has one change");
    const id = `ch${this.changes.length}`;
    const made = { id, created_at: Math.floor(this.now / 1000), perform_change_at: at };
    this.changes = [changeOf({ ...settings, ...made } as never, this.live), ...this.changes];
  }

  happens(event: Event): void {
    // No two things happen in one second.
    this.tick(1000);
    const active = this.#active;
    const soon = Math.ceil(this.now / 1000) + 600;
    if (event === "write") {
      this.stored += 1;
      this.restart = { ...this.restart, due: true };
    } else if (event === "apply") this.apply();
    else if (event === "apply, and the post is refused") this.apply(true);
    else if (event === "read") this.restart = currentRestart(this.restart, this.changes);
    else if (event === "memory up") this.target = BIG;
    else if (event === "memory down") this.target = SINGLE;
    else if (event === "next fails") this.#nextFails = true;
    else if (event === "a minute") this.tick(MINUTE);
    else if (event === "an hour") this.tick(60 * MINUTE);
    else if (event === "cancelled outside") {
      if (active?.status === "pending") this.#becomes(active, "canceled");
    } else if (!active) {
      this.#make(event === "restarted outside" ? {} : { new_memory: "32_gb" }, soon);
    }
  }

  /** From here on nothing fails. */
  calm(): void {
    this.#nextFails = false;
  }

  /** What an apply that waits for nothing does, as far as a restart is concerned. */
  apply(isRefused = false): Decision {
    for (let step = 0; step < 4; step += 1) {
      const active = this.#active ?? null;
      this.restart = currentRestart(this.restart, this.changes);
      const restart = needsRestart(this.restart, active);
      const decision = decide({
        target: this.target,
        live: this.live,
        active,
        autoUpgrade: false,
        restart,
        schedule: { kind: "at", at: this.now + this.#delay },
        rescheduled: false,
        now: this.now,
        lead: 30_000,
      });
      if (decision.act === "cancel") {
        this.#becomes(decision.change, "canceled");
        this.cancels += 1;
      } else if (decision.act === "post") {
        if (isRefused) return decision;
        this.#make(decision.settings, decision.at);
        this.posts.push(decision.settings);
        if (restart) this.restart = { due: false, by: this.changes[0]?.id };
        return decision;
      } else {
        if (decision.act === "keep" && restart) this.restart = { due: false, by: decision.change.id };
        return decision;
      }
    }
    throw new Error("An apply that nobody disturbs must come to an end");
  }
}

const anyEvents = fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 });
const anyDelay = fc.constantFrom(60_000, 20 * MINUTE, 600 * MINUTE);

test("whatever happens, what was written comes to run: one change at a time, and one for both", () => {
  fc.assert(
    fc.property(anyDelay, anyEvents, fc.boolean(), (delay, events, isBig) => {
      const world = new World(delay);
      for (const event of events) world.happens(event);
      world.target = isBig ? BIG : SINGLE;
      world.calm();
      for (let hours = 0; hours < 24; hours += 1) world.happens("an hour");
      world.happens("write");
      const before = { posts: world.posts.length, cancels: world.cancels };
      let decision = world.apply();
      for (let hours = 0; decision.act !== "nothing" && hours < 48; hours += 1) {
        world.tick(60 * MINUTE);
        decision = world.apply();
      }
      expect(decision.act).toBe("nothing");
      expect(world.running).toBe(world.stored);
      expect(world.live.memory).toBe(world.target.memory);
      expect(world.restart).toEqual(NO_RESTART);
      expect(world.posts.length - before.posts).toBe(1);
      expect(world.cancels).toBe(before.cancels);
    }),
    { numRuns: 300 },
  );
});

test("nothing written, nothing restarted", () => {
  fc.assert(
    fc.property(
      anyDelay,
      fc.array(fc.constantFrom(...EVENTS.filter((event) => event !== "write")), { maxLength: 40 }),
      (delay, events) => {
        const world = new World(delay);
        for (const event of events) world.happens(event);
        expect(world.restart).toEqual(NO_RESTART);
        for (const settings of world.posts) expect(settings).not.toEqual({});
      },
    ),
    { numRuns: 300 },
  );
});

test("an apply right after another one asks for nothing", () => {
  fc.assert(
    fc.property(anyDelay, anyEvents, (delay, events) => {
      const world = new World(delay);
      for (const event of events) world.happens(event);
      world.apply();
      const status = () => changeInFlight(world.changes)?.status;
      const first = status();
      const before = { posts: world.posts.length, cancels: world.cancels };
      world.tick(1000);
      // What ends just then may leave something to ask for.
      if (status() !== first) return;
      world.apply();
      expect({ posts: world.posts.length, cancels: world.cancels }).toEqual(before);
    }),
    { numRuns: 300 },
  );
});
