import type { ClientAnswer, SearchClient } from "./client";
import type { Item, Truth } from "./truth";

export interface WriterOptions {
  readonly alias: string;
  /** The writer's clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Unit of `updated_at`. */
  readonly unit: "s" | "ms";
  readonly random: () => number;
  /**
   * Number of turns during which a document that was written is neither deleted nor edited in part, only replaced. Nothing can save
   * these two in the last moment before an alias moves (docs/design/live-collections.md#limits).
   */
  readonly calm: number;
}

/** Characters that paths, filters and lists of filters separate with. */
const ODD = ["a,b", "x && y", "[1..2]", "(z)", "é ß", "1/2", "q?=#", "%41", "it's", ">3", "d:=1", "-", "*"];
const WORDS = ["chair", "table", "lamp", "desk", "shelf"];

/** Writes documents by an alias, one request after the other, and knows what must be there. */
export class Writer {
  private created = 0;
  private turn = 0;

  constructor(
    private readonly client: SearchClient,
    readonly truth: Truth,
    private readonly failed: (what: string, answer: ClientAnswer) => void,
    private readonly options: WriterOptions,
  ) {}

  /** Writes the first documents: the kind `stable` is every other one. */
  async begin(count: number): Promise<void> {
    const items = Array.from({ length: count }, (_, index) =>
      this.fresh(index % 2 === 0 ? "stable" : "loose"),
    );
    await this.imported(items);
    this.turn += this.options.calm + 1;
  }

  /** Carries out one write, chosen by chance. */
  async write(): Promise<void> {
    this.turn += 1;
    const chance = this.options.random();
    if (chance < 0.2) return this.create();
    if (chance < 0.45) return this.replace();
    if (chance < 0.7) return this.edit();
    if (chance < 0.85) return this.remove();
    const again = [1, 2, 3, 4].flatMap(() => this.any() ?? []).map((item) => this.changed(item));
    const items = [
      ...new Map([...again, this.fresh(), this.fresh()].map((item) => [item.id, item])).values(),
    ];
    return this.imported(items);
  }

  private async create(): Promise<void> {
    const again = this.options.random() < 0.5 ? this.truth.deletedId(this.options.random) : undefined;
    // A document that was deleted in the last moment before an alias moves is still there for some seconds.
    if (again !== undefined) return this.upsert(this.fresh("loose", again));
    const item = this.fresh();
    const answer = await this.client.send("POST", this.path(), JSON.stringify(item));
    if (answer.status === 201 || (answer.status === 409 && answer.repeated)) this.truth.put(item, this.turn);
    else this.lost(`create of ${item.id}`, answer, item.id);
  }

  private async replace(): Promise<void> {
    const before = this.any();
    if (before !== undefined) await this.upsert(this.changed(before));
  }

  private async upsert(item: Item): Promise<void> {
    const answer = await this.client.send("POST", `${this.path()}?action=upsert`, JSON.stringify(item));
    if (answer.status === 201) this.truth.put(item, this.turn);
    else this.lost(`upsert of ${item.id}`, answer, item.id);
  }

  private async edit(): Promise<void> {
    const before = this.truth.chosen(this.options.random, this.calmBefore(), () => true);
    if (before === undefined) return;
    const part = { rank: before.rank + 1, updated_at: this.time() };
    const answer = await this.client.send("PATCH", this.path(before.id), JSON.stringify(part));
    if (answer.status === 200) this.truth.put({ ...before, ...part }, this.turn);
    else this.lost(`edit of ${before.id}`, answer, before.id);
  }

  private async remove(): Promise<void> {
    const before = this.truth.chosen(this.options.random, this.calmBefore(), ({ kind }) => kind === "loose");
    if (before === undefined) return;
    const answer = await this.client.send("DELETE", this.path(before.id));
    if (answer.status === 200 || (answer.status === 404 && answer.repeated))
      this.truth.delete(before.id, this.turn);
    else this.lost(`deletion of ${before.id}`, answer, before.id);
  }

  private async imported(items: readonly Item[]): Promise<void> {
    const body = items.map((item) => JSON.stringify(item)).join("\n");
    const answer = await this.client.send("POST", `${this.path()}/import?action=upsert`, body);
    const lines = answer.status === 200 ? answer.text.split("\n") : [];
    for (const [index, item] of items.entries()) {
      if (lines[index] === '{"success":true}') this.truth.put(item, this.turn);
      else this.lost(`import of ${item.id}: ${lines[index]}`, answer, item.id);
    }
  }

  private lost(what: string, answer: ClientAnswer, id: string): void {
    this.truth.doubt(id);
    this.failed(what, answer);
  }

  private path(id?: string): string {
    const documents = `/collections/${this.options.alias}/documents`;
    return id === undefined ? documents : `${documents}/${encodeURIComponent(id)}`;
  }

  private calmBefore(): number {
    return this.turn - this.options.calm;
  }

  /** Returns a document to replace; every other time, one that was written a moment ago. */
  private any(): Item | undefined {
    const { random } = this.options;
    return random() < 0.5 ? this.truth.recent(random) : this.truth.chosen(random, this.turn, () => true);
  }

  private time(): number {
    const { now, unit } = this.options;
    return unit === "ms" ? Math.floor(now()) : Math.floor(now() / 1000);
  }

  private fresh(kind: Item["kind"] = "loose", id?: string): Item {
    this.created += 1;
    const odd = this.created % 5 === 0 ? ` ${ODD[(this.created / 5) % ODD.length]}` : "";
    return this.changed({
      id: id ?? `d${this.created}${odd}`,
      kind,
      title: "",
      price: 0,
      rank: 0,
      updated_at: 0,
    });
  }

  /** Returns another content, with or without the optional properties, some of them nested. */
  private changed({ id, kind }: Item): Item {
    const { random } = this.options;
    const number = Math.floor(random() * 1000);
    const word = WORDS[number % WORDS.length];
    return {
      id,
      kind,
      title: `${word} ${number}`,
      price: number + 0.5,
      rank: number,
      ...(random() < 0.5 ? { tags: [`t${number % 7}`] } : {}),
      details: { color: `c${number % 5}`, ...(random() < 0.5 ? { size: number } : { weight: number }) },
      updated_at: this.time(),
    };
  }
}
