import { expect, it } from "vitest";
import { whyNoStart } from "./why-no-start.js";

const LOG = "Call log:\n  - <launching> /bin/ls --headless --many-flags";

it("tells what the browser said", () => {
  const said = "[pid=7][err] ls: unrecognized option '--headless'\n[pid=7][err] Try 'ls --help'";
  const message = `browserType.launch: Target page, context or browser has been closed\nBrowser logs:\n\n<launching> /bin/ls --headless\n${said}\n${LOG}`;
  expect(whyNoStart(new Error(message))).toMatchInlineSnapshot(
    `"ls: unrecognized option '--headless' Try 'ls --help'; see that it is a Chromium or its headless shell, and that it starts by itself"`,
  );
});

it("tells what the driver says, where the browser says nothing", () => {
  const message = `browserType.launch: Timeout 30000ms exceeded.\n${LOG}`;
  expect(whyNoStart(new Error(message))).toMatchInlineSnapshot(
    `"Timeout 30000ms exceeded; see that it is a Chromium or its headless shell, and that it starts by itself"`,
  );
});

it("tells of a system without sandboxes", () => {
  for (const said of [
    "Chromium sandboxing failed!",
    "[pid=1][err] [FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!",
  ]) {
    expect(
      whyNoStart(new Error(`browserType.launch: Target closed\nBrowser logs:\n${said}\n${LOG}`)),
    ).toMatchInlineSnapshot(
      `"the system gives it no sandbox; allow unprivileged user namespaces, or, for servers that you trust, start it without (--browser-no-sandbox, in code browser: { sandbox: false })"`,
    );
  }
});
