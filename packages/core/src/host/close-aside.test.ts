import { expect, it } from "vitest";
import { negotiate } from "../negotiation/negotiate.js";
import { options, wireOptions } from "../negotiation/testing/setup.js";
import { stdioTarget } from "../runner/testing/request.js";
import { createHandles } from "./handles.js";

it("waits for a process that does not end only when everything is closed", async () => {
  const detection = await negotiate(stdioTarget({ modern: {}, stubborn: true }), wireOptions(), options({}));
  if (!detection.ok) throw new Error(detection.problem.message);
  const { session } = detection;
  const handles = createHandles(session, undefined, () => {});
  const own = await handles.another({ identity: "first" });
  const { wire } = handles.connection(own).session;
  await handles.close(own.id);
  expect(() => handles.connection(own)).toThrow("is not open");
  expect(wire.exit).toBeUndefined();
  await handles.closeAll();
  expect(wire.exit).toBeDefined();
  await session.close();
});
