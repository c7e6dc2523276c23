/** Milliseconds that nodes need to know what another one has taken; on loopback, where the emulator lives, it is less. */
const CATCH_UP_MS = 30_000;
const LOOPBACK_CATCH_UP_MS = 5_000;

/** Milliseconds after which each of these nodes knows what one of them has taken. */
export function catchUpMs(urls: readonly string[]): number {
  // Plain HTTP is for loopback only.
  return urls.every((url) => /^http:/.test(url)) ? LOOPBACK_CATCH_UP_MS : CATCH_UP_MS;
}
