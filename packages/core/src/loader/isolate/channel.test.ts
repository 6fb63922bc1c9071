import { PassThrough, Writable } from "node:stream";
import { expect, it } from "vitest";
import { openChannel } from "./channel.js";

function channelOf(trusted = false) {
  const reader = new PassThrough();
  const written: string[] = [];
  const writer = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const messages: unknown[] = [];
  const broken = new Promise<string>((resolve) => {
    const events = { message: (message: unknown) => void messages.push(message), broken: resolve, closed() {} };
    Object.assign(reader, { channel: openChannel({ reader, writer }, events, { trusted }) });
  });
  const { channel } = reader as unknown as { channel: ReturnType<typeof openChannel> };
  return { reader, written, messages, broken, channel };
}

it("reads messages in whatever pieces they come", async () => {
  const { reader, messages } = channelOf();
  const bytes = Buffer.from('{"a":"é€😀"}\n{"b":2}\n{"c":');
  for (const byte of bytes) reader.write(Buffer.of(byte));
  reader.write('"late"}\n{"d"');
  await new Promise(setImmediate);
  expect(messages).toEqual([{ a: "é€😀" }, { b: 2 }, { c: "late" }]);
});

it.each([
  ["no JSON\n", "it sent a line that is no JSON"],
  ["\n", "it sent a line that is no JSON"],
  [`${"[".repeat(600)}\n`, "it sent a message with more than 500 levels"],
  [`[${"1,".repeat(1_000_001)}1]\n`, "it sent a message with more than 1000000 values"],
  ["x".repeat(33 * 1024 * 1024), "it sent a message of more than 33554432 bytes"],
])("gives up on a message that breaks a limit (%#)", async (text, why) => {
  const { reader, broken, messages } = channelOf();
  reader.write(`${text}`);
  expect(await broken).toBe(why);
  expect({ messages, destroyed: reader.destroyed }).toEqual({ messages: [], destroyed: true });
});

it("lets brackets and commas in texts be", async () => {
  const { reader, messages } = channelOf();
  const message = { text: `"\\${"[,".repeat(2_000_000)}` };
  reader.write(`${JSON.stringify(message)}\n`);
  await new Promise(setImmediate);
  expect(messages).toEqual([message]);
});

it("takes a long message of the program itself", async () => {
  const { reader, messages } = channelOf(true);
  reader.write(`${"[".repeat(600)}${"]".repeat(600)}\n`);
  reader.write(`"${"x".repeat(33 * 1024 * 1024)}"\n`);
  await new Promise(setImmediate);
  expect(messages).toHaveLength(2);
});

it("has room again once what was sent is read, or nobody reads any more", async () => {
  const waiting: (() => void)[] = [];
  const writer = new Writable({ write: (_chunk, _encoding, done) => void waiting.push(done) });
  const reader = new PassThrough();
  const channel = openChannel({ reader, writer }, { message() {}, broken() {}, closed() {} }, { trusted: true });
  await channel.room();
  channel.send("x".repeat(17 * 1024 * 1024));
  let has = false;
  const room = Promise.all([channel.room(), channel.room()]).then(() => {
    has = true;
  });
  await new Promise(setImmediate);
  expect(has).toBe(false);
  expect(writer.listenerCount("drain")).toBe(1);
  waiting.shift()?.();
  await room;
  channel.send("x".repeat(17 * 1024 * 1024));
  const closed = channel.room();
  channel.close();
  await closed;
  expect(writer.listenerCount("drain")).toBe(0);
});
