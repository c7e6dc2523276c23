import fc from "fast-check";
import { type FolderProblem, folderProblem, type Owner } from "../../src/startup/ownFolder";

const [ME, OTHER] = [1000, 2000];

interface Component {
  readonly uid: number;
  readonly mode: number;
  readonly kind: "folder" | "link" | "missing";
}
const folder = (mode: number, uid = ME): Component => ({ uid, mode, kind: "folder" });
const ROOT = folder(0o755, 0);

/** Looks at /a/b/…, each component as given; the first is the root. */
function problemOf(components: readonly Component[], more: Partial<Owner> = {}): FolderProblem | undefined {
  const owner: Owner = {
    platform: "linux",
    uid: ME,
    root: 0,
    profile: () => "/",
    lstat: (path) => {
      const found = components[path === "/" ? 0 : path.split("/").length - 1];
      if (!found || found.kind === "missing") throw Object.assign(new Error("not there"), { code: "ENOENT" });
      return { ...found, isDirectory: () => found.kind === "folder" };
    },
    ...more,
  };
  const names = components.slice(1).map((_, place) => String.fromCharCode(97 + place));
  return folderProblem(`/${names.join("/")}`, owner);
}

test.each<[string, readonly Component[], string | undefined, string?]>([
  ["a home", [ROOT, ROOT, folder(0o755), folder(0o700)], undefined],
  ["a folder that others may read", [ROOT, ROOT, folder(0o755)], undefined],
  ["of another user", [ROOT, ROOT, folder(0o700, OTHER)], "/a/b", "it belongs to another user"],
  ["of root, for another user", [ROOT, ROOT, ROOT], "/a/b", "it belongs to another user"],
  ["below another user's", [ROOT, folder(0o755, OTHER), folder(0o700)], "/a", "it belongs to another user"],
  ["below a folder of the group", [ROOT, folder(0o775), folder(0o700)], "/a", "others can write in it"],
  ["below a folder of everybody", [ROOT, folder(0o777, 0), folder(0o700)], "/a", "others can write in it"],
  ["own, in /tmp", [ROOT, folder(0o1777, 0), folder(0o700)], undefined],
  ["not for its owner alone, in /tmp", [ROOT, folder(0o1777, 0), folder(0o755)], "/a/b", "mode is not 0700"],
  ["below another's in /tmp", [ROOT, folder(0o1777, 0), folder(0o700, OTHER), folder(0o700)], "/a/b"],
  ["a sticky folder itself", [ROOT, ROOT, folder(0o1777)], "/a/b", "others can write in it"],
  ["below a link", [ROOT, { uid: 0, mode: 0o777, kind: "link" }, folder(0o700)], "/a", "it is a link"],
  [
    "that is a link of the user",
    [ROOT, ROOT, { uid: ME, mode: 0o700, kind: "link" }],
    "/a/b",
    "it is a link",
  ],
])("a folder %s", (_, components, path, reason = "") => {
  const problem = problemOf(components);
  expect(problem?.path).toBe(path);
  expect(problem?.reason ?? "").toContain(reason);
});

test("a missing component is reported as missing if everything above it is safe", () => {
  const missing: Component = { ...ROOT, kind: "missing" };
  expect(problemOf([ROOT, folder(0o700), missing, missing])).toMatchObject({ path: "/a/b", isMissing: true });
  expect(problemOf([ROOT, folder(0o777), missing])?.isMissing).toBeUndefined();
});

test("a relative path is rejected", () => {
  expect(folderProblem("cache")).toMatchObject({ reason: "it is not absolute" });
});

test("on Windows only a folder of the user's profile is used, whatever its mode, and not through a link", () => {
  const components = [ROOT, folder(0o777, 0), folder(0o777, 0)];
  const windows = (profile: string) => ({
    platform: "win32" as const,
    uid: undefined,
    profile: () => profile,
  });
  expect(problemOf(components, windows("/a"))).toBeUndefined();
  expect(problemOf(components, windows("/a/b"))?.reason).toContain("not in the user's profile");
  expect(problemOf(components, windows("/c"))?.reason).toContain("not in the user's profile");
  const linked: Component[] = [...components.slice(0, 2), { ...ROOT, kind: "link" }];
  expect(problemOf(linked, windows("/a"))?.path).toBe("/a/b");
});

test("no other user can replace a component of a used folder, or write to it", () => {
  const component = fc.record({
    uid: fc.constantFrom(0, ME, OTHER),
    mode: fc.tuple(fc.constantFrom(0, 0o1000), fc.nat(0o777)).map(([sticky, rest]) => sticky | rest),
    kind: fc.constantFrom("folder" as const, "folder" as const, "folder" as const, "link" as const),
  });
  /** Of that other user, who may be in the group, too. */
  const canWrite = ({ uid, mode }: Component) => uid === OTHER || (mode & 0o022) !== 0;
  const canReplace = (above: Component, one: Component) =>
    canWrite(above) && ((above.mode & 0o1000) === 0 || [above.uid, one.uid].includes(OTHER));
  fc.assert(
    fc.property(fc.array(component, { minLength: 1, maxLength: 4 }), (below) => {
      const path = [ROOT, ...below];
      if (problemOf(path) !== undefined) return;
      expect(path.map(({ kind }) => kind)).not.toContain("link");
      expect(canWrite(below.at(-1) ?? ROOT)).toBe(false);
      expect(below.filter((one, place) => canReplace(path[place] ?? ROOT, one))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
