/** Stub of @grpc/proto-loader in the bundle (see ../build.ts). */
export function loadSync(): never {
  throw new Error("proto files are not loaded at run time");
}
export const load = loadSync;
