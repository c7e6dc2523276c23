import { Progress } from "../../../src/framework/rpc/progress";
import { messagesOf } from "../../support/rpc";

test("messages come in order, before and after the reader waits", async () => {
  const progress = new Progress();
  progress.add("a");
  const read = messagesOf(progress.read());
  await new Promise(setImmediate);
  progress.add("b");
  progress.add("c");
  progress.end();
  progress.add("too late");
  expect(await read).toEqual(["a", "b", "c"]);
});

test("of more messages than anybody reads, the newest are kept, and the number of the others", async () => {
  const progress = new Progress();
  for (let n = 1; n <= 250; n += 1) progress.add(String(n));
  progress.end();
  const messages = await messagesOf(progress.read());
  expect(messages.slice(0, 2)).toEqual(["(150 earlier messages are not shown)", "151"]);
  expect([messages.length, messages.at(-1)]).toEqual([101, "250"]);
});
