import { type EmulatorServerOptions, startEmulatorServer } from "../../src/emulator";

/**
 * An emulator in a process of its own, so that its time and memory are not those of what is measured. Takes its options as the
 * first message, and answers where it listens.
 */
process.once("message", (options: EmulatorServerOptions) => {
  startEmulatorServer(options).then(
    ({ baseUrl, nodeUrl, key }) => process.send?.({ baseUrl, nodeUrl, key }),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));
