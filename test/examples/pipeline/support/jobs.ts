import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { cleanEnvironment, LEAN_COMMAND_LINE, type Run, type Running, start } from "../../../support/run";
import { Project, ROOT } from "../../support/project";

export const EXAMPLE = join(ROOT, "examples/pipeline");
const FAKES = join(__dirname, "fakes");
const KEPT = "artifacts";

/** A runner of jobs: each gets a new folder with the files in git, and all share a place for artifacts. */
export class Jobs {
  private count = 0;

  private constructor(private readonly project: Project) {}

  static async create(env: NodeJS.ProcessEnv): Promise<Jobs> {
    const project = await Project.create({ files: { "calls.txt": "" }, env });
    const { directory } = project;
    Object.assign(project.env, {
      PATH: [FAKES, cleanEnvironment({}).PATH].join(delimiter),
      NODE_OPTIONS: LEAN_COMMAND_LINE,
      FAKE_CALLS: join(directory, "calls.txt"),
      FAKE_MODULES: join(directory, "node_modules"),
      FAKE_SYNTHESIZED: join(directory, "synthesized"),
      FAKE_REPOSITORY: join(directory, "repository.json"),
    });
    await project.write({
      "repository.json": JSON.stringify({ issues: [], comments: [], labels: [] } satisfies Repository),
    });
    return new Jobs(project);
  }

  async checkout(): Promise<Job> {
    this.count += 1;
    const folder = join(this.project.directory, `job-${this.count}`);
    await cp(EXAMPLE, folder, { recursive: true });
    return new Job(folder, this.project);
  }

  /** The repository of the fake gh. */
  async repository(): Promise<Repository> {
    return JSON.parse(await this.project.read("repository.json"));
  }

  /** Returns the calls of faked programs since the last time, in order. */
  async calls(): Promise<string[]> {
    const text = await this.project.read("calls.txt");
    await this.project.write({ "calls.txt": "" });
    return text.trim().split("\n");
  }

  remove(): Promise<void> {
    return this.project.remove();
  }
}

export interface Repository {
  readonly issues: readonly {
    readonly number: number;
    readonly title: string;
    readonly label: string;
    readonly body: string;
    readonly open: boolean;
    readonly notes: readonly string[];
  }[];
  readonly comments: readonly { readonly number: string; readonly body: string }[];
  readonly labels: readonly string[];
}

/** A job in its folder. */
export class Job {
  constructor(
    readonly folder: string,
    private readonly project: Project,
  ) {}

  start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
    return start(command, args, this.folder, cleanEnvironment({ ...this.project.env, ...env }));
  }

  run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
    return this.start(command, args, env).finished;
  }

  async write(name: string, text: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, text);
    return path;
  }

  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), "utf8");
  }

  /** Stores a folder of this job. */
  async upload(path: string, name = path): Promise<void> {
    await cp(join(this.folder, path), join(this.project.directory, KEPT, name), {
      recursive: true,
      force: true,
    });
  }

  /** Copies stored artifacts into a folder of this job. */
  async download(name: string, path = name): Promise<void> {
    await mkdir(join(this.folder, path), { recursive: true });
    await cp(join(this.project.directory, KEPT, name), join(this.folder, path), { recursive: true });
  }
}
