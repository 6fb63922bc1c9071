import { toConformanceReport } from "@mcptest/core/report";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { renderConformanceReportJUnitXml, renderReportJUnitXml } from "./junit.js";
import { failedCheck, HOSTILE, sampleCheck, samplePack, sampleReport } from "./testing/sample.js";

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** All elements in document order; throws where the text is not well-formed XML 1.0. */
function parse(xml: string): Element[] {
  const parser = new SaxesParser();
  const elements: Element[] = [];
  const open: Element[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    const element = { name: tag.name, attributes: tag.attributes as Record<string, string>, text: "" };
    elements.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const current = open.at(-1);
    if (current) current.text += text;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(xml).close();
  return elements;
}

it("has one error for a server that could not be tested, and counts that are those of its elements", () => {
  const message = "blocked by a server that could not be tested: nobody is there";
  const blocked = (id: string) =>
    sampleCheck({ id, status: "skipped", skipReason: "could-not-run", error: { message } });
  const report = toConformanceReport({
    passed: false,
    outcome: "incomplete",
    target: "http://127.0.0.1:9/mcp",
    checks: [blocked("a"), blocked("b")],
    summary: "",
    durationMs: 1,
    categorySummary: {},
    discovery: {},
    pack: { name: "@mcptest/pack-tasks", version: "0.1.0" },
    notSelected: [],
    problem: { code: "SERVER_UNREACHABLE", message: "nobody is there", fix: "start it", origin: "environment" },
  });
  const elements = parse(renderConformanceReportJUnitXml(report));
  expect(named(elements, "testcase").map(({ attributes }) => attributes.name)).toEqual(["connection", "a", "b"]);
  expect(named(elements, "error").map(({ text }) => text)).toEqual(["nobody is there\nfix: start it"]);
  expect(named(elements, "skipped").map(({ attributes }) => attributes.message)).toEqual(
    Array(2).fill("blocked by connection"),
  );
  for (const name of ["testsuites", "testsuite"])
    expect(named(elements, name)[0]?.attributes).toMatchObject({
      tests: "3",
      failures: "0",
      errors: "1",
      skipped: "2",
    });
});

function named(elements: Element[], name: string): Element[] {
  return elements.filter((element) => element.name === name);
}

const STATUSES = [
  sampleCheck({ id: "a" }),
  failedCheck("ttlMs is a string"),
  sampleCheck({ id: "c", status: "skipped", skipReason: "could-not-run", error: { message: "no task" } }),
  sampleCheck({ id: "d", status: "skipped", skipReason: "not-applicable", error: { message: "HTTP only" } }),
  sampleCheck({ id: "e", warnings: ["ttlMs is 0"] }),
];

describe("JUnit XML", () => {
  it("has an element for each status and counts that equal them", () => {
    const elements = parse(renderReportJUnitXml(sampleReport([samplePack(STATUSES)])));
    const suite = named(elements, "testsuite")[0]!;
    expect(suite.attributes).toMatchObject({ tests: "5", failures: "1", errors: "1", skipped: "1" });
    expect(named(elements, "testsuites")[0]!.attributes).toMatchObject({ tests: "5", failures: "1", errors: "1" });
    expect(named(elements, "failure").map((element) => element.attributes.message)).toEqual(["ttlMs is a string"]);
    expect(named(elements, "error").map((element) => element.attributes.message)).toEqual(["no task"]);
    expect(named(elements, "skipped").map((element) => element.attributes.message)).toEqual(["HTTP only"]);
    expect(named(elements, "system-out").map((element) => element.text)).toEqual(["warning: ttlMs is 0"]);
    expect(named(elements, "testcase")).toHaveLength(5);
  });

  it("has a violation that is tolerated skipped, with what it is and why", () => {
    const tolerated = { ...failedCheck("ttlMs is a string"), tolerated: "fixed in 2.0", warnings: ["odd"] };
    const elements = parse(renderReportJUnitXml(sampleReport([samplePack([tolerated])])));
    expect(named(elements, "testsuite")[0]!.attributes).toMatchObject({ tests: "1", failures: "0", skipped: "1" });
    expect(named(elements, "failure")).toEqual([]);
    expect(named(elements, "skipped")[0]!.attributes.message).toBe("tolerated: fixed in 2.0");
    expect(named(elements, "system-out")[0]!.text).toBe("tolerated: ttlMs is a string\nwarning: odd");
  });

  it("has a failure for each entry of tolerate that is stale, since such a run failed", () => {
    const entry = { check: "tasks-ttl-shape", reason: "fixed in 2.0" };
    const report = sampleReport([samplePack([sampleCheck({ id: "a" })])]);
    report.tolerations = [
      { ...entry, state: "stale" },
      { ...entry, server: "local", subject: HOSTILE, state: "stale" },
      { ...entry, state: "undecided" },
    ];
    const elements = parse(renderReportJUnitXml(report));
    expect(named(elements, "testsuites")[0]!.attributes).toMatchObject({ tests: "3", failures: "2", errors: "0" });
    expect(named(elements, "testsuite").at(-1)!.attributes).toMatchObject({ name: "mcptest/tolerate", failures: "2" });
    expect(named(elements, "failure")[0]!.text).toBe(
      "the entry of tolerate for tasks-ttl-shape (fixed in 2.0) is stale: its finding has passed in this run\nfix: remove the entry",
    );
  });

  it("has the page of a check that failed or warns", () => {
    const docsUrl = "https://example.com/a?b&c";
    const checks = STATUSES.map((check) => ({ ...check, docsUrl }));
    const elements = parse(renderReportJUnitXml(sampleReport([samplePack(checks)])));
    const texts = elements.map(({ name, text }) => [name, text]).filter(([, text]) => text?.includes("page: "));
    expect(texts).toEqual([
      ["failure", `ttlMs is a string\n\npage: ${docsUrl}`],
      ["system-out", `warning: ttlMs is 0\npage: ${docsUrl}`],
    ]);
  });

  it("stays well-formed whatever a server says", () => {
    const check = failedCheck(HOSTILE);
    const report = sampleReport([
      samplePack([{ ...check, id: HOSTILE, warnings: [HOSTILE], details: { [HOSTILE]: HOSTILE } }]),
    ]);
    report.servers[0]!.target = HOSTILE;
    report.servers[0]!.name = HOSTILE;
    const elements = parse(renderReportJUnitXml(report));
    const failure = named(elements, "failure")[0]!;
    expect(failure.text).toContain(
      "\\u001b[31mred\\u001b[0m \\u0000 \\u000b \\ufffe \\ud800 ]]> \\u0085 </failure> \"&'",
    );
    expect(named(elements, "testcase")).toHaveLength(1);
  });

  it("holds no command that a CI system would take from a log, and the text is the same", () => {
    const lines = [
      "::error::a",
      " \t::set-output name=x::y",
      "a ::error::b",
      "##[error]x ##vso[task.complete]y ##teamcity[z] ## z",
    ];
    const message = `first\n${lines.join("\r\n")}\n\n::debug::z`;
    const xml = renderReportJUnitXml(sampleReport([samplePack([failedCheck(message)])]));
    for (const line of xml.split(/[\r\n]/)) expect(line).not.toMatch(/^\s*::|##\[|##vso\[|##teamcity\[/);
    expect(named(parse(xml), "failure")[0]!.text).toBe(message);
  });

  it("keeps names when the port changes", () => {
    const one = sampleReport([samplePack(STATUSES)]);
    const other = structuredClone(one);
    other.servers[0]!.target = "http://127.0.0.1:4000/mcp";
    const names = (xml: string): unknown =>
      parse(xml).map(({ name, attributes }) => [name, attributes.name, attributes.classname]);
    expect(names(renderReportJUnitXml(other))).toEqual(names(renderReportJUnitXml(one)));
  });

  it("shows a server that could not be tested as one error", () => {
    const report = sampleReport([]);
    report.servers[0]!.problem = {
      code: "SERVER_UNREACHABLE",
      message: "refused",
      fix: "start it",
      origin: "environment",
    };
    const elements = parse(renderReportJUnitXml(report));
    expect(named(elements, "error")).toHaveLength(1);
    expect(named(elements, "failure")).toHaveLength(0);
  });

  it("renders a published OAuth result without its secrets", () => {
    const report = toConformanceReport({
      passed: false,
      protocolVersion: "2025-11-25",
      registrationStrategy: "dcr",
      serverUrl: "https://mcp.example.com/mcp",
      steps: [
        {
          step: "received_code",
          status: "failed",
          durationMs: 10,
          httpAttempts: [
            {
              request: { method: "GET", url: "https://auth.example.com/a" },
              response: { status: 200, statusText: "OK" },
            },
          ],
          error: { message: "consent is missing", details: { accessToken: "secret-token" } },
        },
        { step: "list_tools", status: "skipped" },
      ],
    });
    const xml = renderConformanceReportJUnitXml(report);
    expect(xml).toContain("GET https://auth.example.com/a -&gt; 200 OK");
    expect(xml).not.toContain("secret-token");
    expect(named(parse(xml), "testsuite")[0]!.attributes.name).toBe("2025-11-25/dcr");
  });
});
