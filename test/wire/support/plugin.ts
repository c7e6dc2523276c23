import { serve } from "../../../src/wire";

const served = serve({
  handlers: async () => ({
    stopProvider: async () => {
      console.log("printed in a call");
      process.stdout.write("written in a call\n");
      return { error: "" };
    },
  }),
});
console.log("printed while starting");
void served;
