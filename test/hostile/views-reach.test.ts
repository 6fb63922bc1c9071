import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithBrowser } from "../testing/browser.js";
import { attempts, visitsIn } from "./testing/visits.js";

const PATHS = ["fetch", "opaque", "beacon", "xhr", "image", "events", "socket", "script", "video", "stylesheet"];

/** Servers of this machine that no view may reach, and what reached them all the same. */
const reached: string[] = [];
const web = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`);
  response.setHeader("access-control-allow-origin", "*").end("secret");
}).on("connect", (request, socket) => {
  reached.push(`CONNECT ${request.url}`);
  socket.destroy();
});
const raw = createTcpServer((socket) => {
  reached.push("tcp");
  socket.on("error", () => {}).destroy();
});
const datagrams = createSocket("udp4", () => reached.push("udp"));
let webPort = 0;
let rawPort = 0;
let udpPort = 0;

beforeAll(async () => {
  web.listen(0, "127.0.0.1");
  raw.listen(0, "127.0.0.1");
  datagrams.bind(0, "127.0.0.1");
  await Promise.all([once(web, "listening"), once(raw, "listening"), once(datagrams, "listening")]);
  webPort = (web.address() as AddressInfo).port;
  rawPort = (raw.address() as AddressInfo).port;
  udpPort = datagrams.address().port;
  await fetch(`http://127.0.0.1:${webPort}/control`);
  expect(reached.splice(0)).toEqual(["GET /control"]);
});
afterAll(() => {
  web.closeAllConnections();
  for (const server of [web, raw, datagrams]) server.close();
});

describeWithBrowser("a view that reaches for what is outside of it", (found) => {
  const { show, origins } = visitsIn(found);

  /** A policy with which the view may ask these servers, so that it is not the policy that holds it back. */
  const open = () => {
    const all = [webPort, rawPort].flatMap((port) =>
      ["127.0.0.1", "localhost", "[::1]"].flatMap((host) =>
        ["http", "ws"].map((scheme) => `${scheme}://${host}:${port}`),
      ),
    );
    return { csp: { connectDomains: all, resourceDomains: all, frameDomains: all, baseUriDomains: all } };
  };

  test("finds no server on loopback, by whatever way it asks, and each is recorded", async () => {
    const urls = [`http://127.0.0.1:${webPort}`, `http://localhost:${webPort}`, `http://[::1]:${webPort}`];
    const first = `
      for (const url of ${JSON.stringify(urls)}) {
        fetch(url + "/fetch").catch(() => {});
        fetch(url + "/opaque", { mode: "no-cors", method: "POST", body: "x", keepalive: true }).catch(() => {});
        navigator.sendBeacon(url + "/beacon", "x");
        const request = new XMLHttpRequest(); request.onerror = () => {}; request.open("GET", url + "/xhr"); request.send();
        new Image().src = url + "/image";
        new EventSource(url + "/events").onerror = function () { this.close(); };
        new WebSocket(url.replace("http", "ws") + "/socket").onerror = () => {};
        for (const [tag, name] of [["script", "src"], ["iframe", "src"], ["video", "src"], ["object", "data"], ["embed", "src"]]) {
          const element = document.createElement(tag); element[name] = url + "/" + tag; document.documentElement.append(element);
        }
        for (const rel of ["stylesheet", "preload", "prefetch", "modulepreload", "preconnect", "dns-prefetch", "icon", "manifest", "prerender"]) {
          const link = document.createElement("link"); Object.assign(link, { rel, href: url + "/" + rel }); if (rel === "preload") link.as = "fetch";
          document.head.append(link);
        }
        const rules = document.createElement("script"); rules.type = "speculationrules";
        rules.text = JSON.stringify({ prefetch: [{ source: "list", urls: [url + "/speculation"] }], prerender: [{ source: "list", urls: [url + "/prerendered"] }] });
        document.head.append(rules);
        const form = document.createElement("form"); Object.assign(form, { action: url + "/form", method: "post" }); document.documentElement.append(form);
        try { form.submit(); } catch {}
      }`;
    for (const profile of ["strict", "reference"] as const) {
      const record = await show({ first }, { profile, meta: open() });
      expect(reached).toEqual([]);
      const tried = attempts(record).join("\n");
      // IPv6 addresses are no sources of a policy, which blocks them itself and names a frame by its origin alone.
      for (const url of urls) {
        const frame = url.includes("[") ? "violation frame-src" : "request document";
        expect(tried).toContain(`${frame} ${url}`);
        for (const path of PATHS) {
          expect(tried).toContain(`${url.replace("http", path === "socket" ? "ws" : "http")}/${path}`);
        }
      }
    }
  });

  test("has no way around by a TCP or UDP socket, WebRTC or WebTransport", async () => {
    const first = `
      const servers = ["stun:127.0.0.1:${udpPort}", "turn:127.0.0.1:${udpPort}", "turn:127.0.0.1:${rawPort}?transport=tcp", "turns:127.0.0.1:${rawPort}?transport=tcp"];
      const peer = new RTCPeerConnection({ iceServers: servers.map((urls) => ({ urls, username: "a", credential: "b" })) });
      peer.createDataChannel("x");
      peer.onicecandidate = ({ candidate }) => { document.title += " " + (candidate?.candidate ?? "end"); };
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      const other = new RTCPeerConnection();
      other.addIceCandidate({ candidate: "candidate:1 1 udp 2113937151 127.0.0.1 ${udpPort} typ host", sdpMid: "0" }).catch(() => {});
      try { new WebTransport("https://127.0.0.1:${udpPort}/").closed.catch(() => {}); } catch {}
      new WebSocket("ws://127.0.0.1:${rawPort}/").onerror = () => {};
      fetch("http://127.0.0.1:${rawPort}/").catch(() => {});`;
    const record = await show({ first }, { meta: open() });
    expect(record.ended).toBe("done");
    expect(reached).toEqual([]);
    expect(record.looks.narrow?.title).not.toMatch(/(?:\d+\.){3}\d+/);
  });

  test("reads no file and no page of the browser, and names no other host", async () => {
    const urls = [
      "file:///etc/passwd",
      "chrome://version",
      "chrome://crash",
      "about:blank",
      "view-source:file:///etc/passwd",
      "devtools://devtools/",
      "https://outside.invalid/",
      "ftp://outside.invalid/",
    ];
    const onResult = `const said = [];
      const asked = ${JSON.stringify(urls)}.map((url) => fetch(url).then((answer) => answer.text()).then((text) => said.push(url + ": " + text), () => {}));
      for (const url of ${JSON.stringify(urls)}) { const frame = document.createElement("iframe"); frame.src = url; document.body.append(frame); try { open(url); } catch {} }
      Promise.all(asked).then(() => { output.textContent = "Read: " + said.join(); });`;
    const csp = { connectDomains: ["https://outside.invalid"], frameDomains: ["https://outside.invalid"] };
    const record = await show({ onResult }, { meta: { csp } });
    expect(record.ended).toBe("done");
    expect(record.looks.narrow?.text).toContain("Read:");
    expect(record.looks.narrow?.text).not.toMatch(/root:|Chromium|HeadlessChrome/);
    expect(attempts(record)).toEqual(
      expect.arrayContaining([
        "request fetch https://outside.invalid/",
        "request document https://outside.invalid/",
        "popup https://outside.invalid/",
      ]),
    );
  });

  test("starts no worker that outlives it", async () => {
    const first = `navigator.serviceWorker?.register(location.href).catch(() => {});
      navigator.serviceWorker?.register("data:text/javascript,").catch(() => {});
      try { new SharedWorker("data:text/javascript,setInterval(() => fetch('http://127.0.0.1:${webPort}/shared'))"); } catch {}
      try { new Worker(URL.createObjectURL(new Blob(["setInterval(() => fetch('http://127.0.0.1:${webPort}/worker').catch(() => {}))"]))); } catch {}`;
    for (const profile of ["strict", "reference"] as const) {
      const record = await show({ first }, { profile, meta: open() });
      expect(record.ended).toBe("done");
      expect(reached).toEqual([]);
    }
  });

  test.each([
    [
      "a refresh to elsewhere",
      '<meta http-equiv="refresh" content="0;url=https://outside.invalid/">',
      "navigation https://outside.invalid/",
    ],
    [
      "a base that is elsewhere",
      '<base href="https://outside.invalid/"><script src="a.js"></script>',
      "violation base-uri https://outside.invalid/",
    ],
  ])("goes nowhere by %s", async (_, head, expected) => {
    const record = await show({ head });
    expect(attempts(record)).toContainEqual(expected);
    expect(record.looks.result?.text).toContain("Result");
  });

  test("sees nothing of other visits on its own origins", async () => {
    const onResult = `Promise.all(["/", "/view", "/../host", location.pathname.replace(/[^/]+\\/view$/, "")].flatMap((path) => [location.origin, "HOST"].map((origin) =>
      fetch(origin + path).then(async (answer) => answer.status + " " + await answer.text(), () => "refused"))))
      .then((answers) => { output.textContent = "Answers: " + [...new Set(answers)].join(); });`;
    const { host } = origins();
    const record = await show(
      { onResult: onResult.replace("HOST", host) },
      { meta: { csp: { connectDomains: [host] } } },
    );
    expect(record.looks.narrow?.text).toMatch(/Answers: (?:404 |refused|,)+$/);
  });
});
