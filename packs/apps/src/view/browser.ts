import { type BrowserAccess, unavailable } from "@mcptest/pack";
import type { Browser } from "playwright-core";
import { type Origins, openOrigins } from "./origins.js";
import { loadPlaywright } from "./playwright.js";
import { slots } from "./slots.js";
import { whyNoStart } from "./why-no-start.js";

/** Pages at once, milliseconds for the start of the browser and for its end. */
const MAX_PAGES = 2;
const LAUNCH_MS = 30_000;
const CLOSE_MS = 10_000;
/** MiB of the JavaScript heap of a page. */
const HEAP_MIB = 1024;
/** How often it is started: a view may bring it down. */
const MAX_STARTS = 5;

/** A browser with its two origins. All handles of one process share it. */
export interface BrowserHandle {
  origins: Origins;
  /** Does `work` with the browser, which is started anew if it has gone. At most two at once. */
  use<T>(work: (browser: Browser) => Promise<T>): Promise<T>;
  /** Ends the browser and closes its ports, once every handle is closed. Never rejects. */
  close(): Promise<void>;
}

interface Shared {
  handle: Omit<BrowserHandle, "close">;
  end(): Promise<void>;
}

const shared = new Map<string, { opened: Promise<Shared>; handles: number }>();

/**
 * Opens the browser of a run, or the one that another handle has open.
 * @throws Unavailable where there is no browser or no playwright-core, or where it does not start.
 */
export async function openBrowser(access: BrowserAccess | undefined): Promise<BrowserHandle> {
  const { executablePath, missing, sandbox, folder } = access ?? { sandbox: true, folder: "" };
  if (executablePath === undefined) {
    throw unavailable(missing ?? "there is no browser", { origin: "environment" });
  }
  const key = JSON.stringify([executablePath, sandbox, folder]);
  const entry = shared.get(key) ?? { opened: share(executablePath, sandbox, folder), handles: 0 };
  shared.set(key, entry);
  entry.handles++;
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    if (--entry.handles > 0) return;
    if (shared.get(key) === entry) shared.delete(key);
    await entry.opened.then(({ end }) => end()).catch(() => {});
  };
  try {
    return { ...(await entry.opened).handle, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function share(executablePath: string, sandbox: boolean, folder: string): Promise<Shared> {
  const { chromium } = await loadPlaywright();
  const origins = await openOrigins();
  let starts = 0;
  const launch = async () => {
    if (++starts > MAX_STARTS) throw unavailable("the browser has ended too often", { origin: "environment" });
    try {
      return await chromium.launch({
        executablePath,
        chromiumSandbox: sandbox,
        args: argumentsFor(origins),
        env: environment(folder),
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        timeout: LAUNCH_MS,
      });
    } catch (error) {
      throw unavailable(`the browser ${executablePath} does not start: ${whyNoStart(error)}`, {
        origin: "environment",
      });
    }
  };
  let browser: Promise<Browser>;
  try {
    browser = Promise.resolve(await launch());
  } catch (error) {
    await origins.close();
    throw error;
  }
  const inTurn = slots(MAX_PAGES);
  let restart: Promise<Browser> | undefined;
  let hasEnded = false;
  const running = async () => {
    if (hasEnded) throw unavailable("the browser was closed", { origin: "host" });
    if (!(await browser.catch(() => undefined))?.isConnected()) {
      restart ??= launch().finally(() => {
        restart = undefined;
      });
      browser = restart;
    }
    return browser;
  };
  return {
    handle: { origins, use: (work) => inTurn(async () => work(await running())) },
    async end() {
      hasEnded = true;
      const open = await browser.catch(() => undefined);
      await Promise.all([open && within(open.close(), CLOSE_MS), origins.close()]);
    },
  };
}

/** Nothing but the two origins can be reached: all else goes to a proxy that refuses it. */
function argumentsFor({ host, view }: Origins): string[] {
  const [hostAddress, viewAddress] = [host, view].map((origin) => origin.replace("http://", ""));
  return [
    `--proxy-server=${viewAddress}`,
    `--proxy-bypass-list=<-loopback>;${hostAddress};${viewAddress}`,
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    // A view whose code does not come to rest would hold up the page of its host, too.
    "--site-per-process",
    `--js-flags=--max-old-space-size=${HEAP_MIB}`,
  ];
}

/** The browser gets nothing of the environment that may be secret, and writes below `folder`. */
function environment(folder: string): Record<string, string> {
  const kept = ["PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "FONTCONFIG_PATH", "FONTCONFIG_FILE", "SYSTEMROOT"];
  const values = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const own = folder === "" ? {} : { HOME: folder, TMPDIR: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  return { ...Object.fromEntries(values), ...own };
}

async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => {}), over]);
  clearTimeout(timer);
}
