import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessTo, describeWithBrowser } from "../../../../test/testing/browser.js";
import { type BrowserHandle, openBrowser } from "./browser.js";
import type { VisitPlan } from "./plan.js";
import { viewHtml } from "./testing/views.js";
import { visit } from "./visit.js";

describeWithBrowser("whatever way a visit ends", (found) => {
  const access = accessTo(found);
  const { TMPDIR } = process.env;
  beforeAll(() => {
    process.env.TMPDIR = access.folder;
  });
  afterAll(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    access.remove();
  });

  const plan: VisitPlan = {
    profile: "strict",
    scenario: "main",
    html: viewHtml(),
    input: {},
    result: { content: [{ type: "text", text: "done" }] },
  };

  /** Does `work` with a browser of its own, and gives what is left afterwards: processes, folders and ports. */
  async function leftAfter(work: (browser: BrowserHandle) => Promise<void>) {
    const browser = await openBrowser(access);
    const { host, view } = browser.origins;
    expect(readdirSync(access.folder)).toContainEqual(expect.stringContaining("playwright"));
    expect(processesOf(access.folder).map(({ type }) => type)).toContain("browser");
    try {
      await work(browser);
    } finally {
      await browser.close();
    }
    await gone(access.folder);
    const answers = await Promise.all(
      [host, view].map((origin) =>
        fetch(origin).then(
          () => origin,
          () => undefined,
        ),
      ),
    );
    const folders = readdirSync(access.folder).filter((name) => /playwright|chrom/i.test(name));
    return { folders, processes: processesOf(access.folder), ports: answers.filter((answer) => answer !== undefined) };
  }

  const NOTHING = { folders: [], processes: [], ports: [] };

  it("leaves nothing when all is well", async () => {
    const left = await leftAfter(async (browser) => {
      expect((await visit(browser, plan)).ended).toBe("done");
    });
    expect(left).toEqual(NOTHING);
  });

  it("leaves nothing when the view never speaks", async () => {
    const left = await leftAfter(async (browser) => {
      expect((await visit(browser, { ...plan, html: "<!doctype html>", handshakeMs: 100 })).ended).toBe("silent");
    });
    expect(left).toEqual(NOTHING);
  });

  it("leaves nothing when a page crashes, and shows the next view", async () => {
    const left = await leftAfter(async (browser) => {
      const crash = visit(browser, { ...plan, html: "<!doctype html>", handshakeMs: 20_000 });
      await kill(access.folder, "renderer");
      expect(await crash).toMatchObject({ ended: "crashed", problem: "the page of the view has crashed" });
      expect((await visit(browser, plan)).ended).toBe("done");
    });
    expect(left).toEqual(NOTHING);
  });

  it("leaves nothing when the browser is killed, and shows the next view in another", async () => {
    const left = await leftAfter(async (browser) => {
      const crash = visit(browser, { ...plan, html: "<!doctype html>", handshakeMs: 20_000 });
      await kill(access.folder, "browser");
      expect(await crash).toMatchObject({ ended: "crashed", problem: "the browser has ended" });
      expect((await visit(browser, plan)).ended).toBe("done");
    });
    expect(left).toEqual(NOTHING);
  });

  it("leaves nothing when a view never comes to rest, which is seen", async () => {
    const left = await leftAfter(async (browser) => {
      const record = await visit(browser, { ...plan, html: viewHtml({ onResult: "for (;;);" }) });
      expect(record).toMatchObject({ ended: "done", hung: true, looks: {} });
      expect(record.messages.at(-1)?.json).toMatchObject({ method: "ui/resource-teardown" });
    });
    expect(left).toEqual(NOTHING);
  });

  it("leaves nothing when a visit takes too long", async () => {
    const left = await leftAfter(async (browser) => {
      const html = viewHtml({ onResult: "for (;;);" });
      expect(await visit(browser, { ...plan, html, visitMs: 2_000 })).toMatchObject({
        ended: "timeout",
        problem: "the visit has not ended within 2000 ms",
      });
    });
    expect(left).toEqual(NOTHING);
  });

  it("leaves nothing when it is stopped", async () => {
    const left = await leftAfter(async (browser) => {
      const stop = new AbortController();
      const stopped = visit(browser, { ...plan, html: "<!doctype html>", signal: stop.signal });
      setTimeout(() => stop.abort(), 500);
      await expect(stopped).rejects.toThrow("the visit of the view was stopped");
    });
    expect(left).toEqual(NOTHING);
  });

  it("starts no browser for a visit that waits when all is closed", async () => {
    const left = await leftAfter(async (browser) => {
      const all = [1, 2, 3].map(() =>
        visit(browser, { ...plan, html: "<!doctype html>" }).catch((error: Error) => error.message),
      );
      await browser.close();
      expect((await Promise.all(all)).at(-1)).toBe("the browser was closed");
    });
    expect(left).toEqual(NOTHING);
  });

  it("shares the browser between handles", async () => {
    const left = await leftAfter(async (first) => {
      const second = await openBrowser(access);
      expect(second.origins).toBe(first.origins);
      await second.close();
      expect((await visit(first, plan)).ended).toBe("done");
    });
    expect(left).toEqual(NOTHING);
  });

  it("says what does not start", async () => {
    const broken = { ...access, executablePath: "/bin/false" };
    await expect(openBrowser(broken)).rejects.toThrow(/^the browser \/bin\/false does not start: /);
    await expect(openBrowser({ ...access, executablePath: undefined, missing: "none: get one" })).rejects.toThrow(
      "none: get one",
    );
  });
});

interface Found {
  pid: number;
  group: number;
  type: string;
}

/** Groups of processes that a browser of these tests has led. */
const groups = new Set<number>();

/** Processes of browsers that were started with this folder as their home, and all that are in a group with one. */
function processesOf(folder: string): Found[] {
  const all = readdirSync("/proc").flatMap((name) => found(name, folder));
  for (const { group, isStarted } of all) if (isStarted) groups.add(group);
  return all.filter(({ group }) => groups.has(group)).map(({ pid, group, type }) => ({ pid, group, type }));
}

function found(name: string, folder: string): (Found & { isStarted: boolean })[] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const [state, , group] = readFileSync(`/proc/${name}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    if (state === "Z") return [];
    const command = readFileSync(`/proc/${name}/cmdline`, "latin1");
    const isStarted = readFileSync(`/proc/${name}/environ`, "latin1").split("\0").includes(`HOME=${folder}`);
    const type = /--type=([\w-]+)/.exec(command)?.[1] ?? (command.startsWith("/bin/sh") ? "shell" : "browser");
    return [{ pid: Number(name), group: Number(group), type, isStarted }];
  } catch {
    return [];
  }
}

/** Kills the processes of a type, once there is one. */
async function kill(folder: string, type: string): Promise<void> {
  for (;;) {
    const all = processesOf(folder).filter((each) => each.type === type);
    for (const { pid } of all) process.kill(pid, "SIGKILL");
    if (all.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A killed process takes a moment to go. */
async function gone(folder: string): Promise<void> {
  for (let tries = 0; tries < 40 && processesOf(folder).length > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
