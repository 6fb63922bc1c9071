/** Where a case of public failures is a test: the files, and words of a title in each. */
export interface CaseTests {
  /** What it is about. */
  about: string;
  tests: readonly (readonly [file: string, title: string])[];
}

const CORE = "packages/core/src";
const WIRE = `${CORE}/wire`;
const ERAS = `${CORE}/negotiation`;
const HOSTILE = "test/hostile";
const TASKS = "test/tasks/cases.test.ts";
const FULL = "test/tasks/cases-full.test.ts";
const SITUATIONS = "test/publish/testing/situations";
const TESTKIT = `${HOSTILE}/testkit-faults.test.ts`;
const GROUND = "test/negotiation";
const HTTP_CASES = `${GROUND}/cases-http.test.ts`;
const MESSAGE_CASES = `${GROUND}/cases-messages.test.ts`;
const RESOURCE_CASES = `${GROUND}/cases-resources.test.ts`;
const EXTENSION_CASES = `${GROUND}/cases-extensions.test.ts`;

/** The cases that servers, packs and their surroundings bring, by number: the tests of the parts that meet them, and whole runs. */
export const CASES: Record<string, CaseTests> = {
  N01: {
    about: "a stdio server that is silent to server/discover, and answers late",
    tests: [
      [`${ERAS}/stdio-probe.test.ts`, "silence means legacy after the limit, which is told"],
      [`${ERAS}/stdio-late.test.ts`, "an ordinary error is logged and matched with nothing else"],
      [`${WIRE}/stdio-answers.test.ts`, "that come late are recorded with the number of their request"],
      [TESTKIT, '"silent-discover"'],
      [TESTKIT, '"late-discover"'],
      [`${GROUND}/legacy-cases.test.ts`, "how a legacy server takes the probe"],
    ],
  },
  N03: {
    about: "a fallback that is tied to one error code",
    tests: [
      [`${HOSTILE}/eras.test.ts`, "a legacy server is no bad modern one (N03, N04)"],
      [`${HOSTILE}/eras.test.ts`, "to server/discover is modern: initialize is never sent (N03)"],
      [TESTKIT, '"discover-refuses-listed"'],
      [`${GROUND}/legacy-cases.test.ts`, "how a legacy server takes the probe"],
      [`${GROUND}/cases-discovery.test.ts`, "N03: -32022 that lists the version it refuses"],
    ],
  },
  N04: {
    about: "servers that are legacy, or do not start, as one finding and no violation",
    tests: [
      [`${HOSTILE}/eras.test.ts`, "nothing fails, and with --require exactly one check does"],
      [`${HOSTILE}/eras.test.ts`, "what a server says it speaks and what mcptest offers are told apart (N04)"],
      [`${HOSTILE}/testing/run-hostile.ts`, "one cause is one finding"],
      [`${CORE}/runner/root-cause.test.ts`, "one cause is said once"],
      ["test/e2e/bad-servers.test.ts", "an early exit"],
      [`${HOSTILE}/eras.test.ts`, "and no rule of 2026-07-28 is held against it, by any pack that comes along"],
    ],
  },
  N05: {
    about: "HTTP statuses of unknown methods, and a session that is gone",
    tests: [
      [`${HOSTILE}/eras.test.ts`, "a session that is gone is not opened again and again (N05)"],
      [`${HOSTILE}/endpoints.test.ts`, "from one step of a run on"],
      [`${WIRE}/http-body.test.ts`, "404 Not Found"],
      [MESSAGE_CASES, "N05: the HTTP status of an unknown method, in each era"],
    ],
  },
  N06: {
    about: "SSE in every framing, and an event without its end",
    tests: [
      [`${WIRE}/http-framing.test.ts`, "SSE answers in every framing"],
      [`${WIRE}/http-framing.test.ts`, "reports an event that the stream does not finish, and not a time-out"],
      ["test/tasks/legal-oddities.test.ts", "no check blames it"],
      [TESTKIT, '"sse-unterminated"'],
      [HTTP_CASES, "N06: a stream that ends inside its last event"],
    ],
  },
  N08: {
    about: "characters and lines that are cut anywhere, or are very long",
    tests: [
      [`${WIRE}/stdio-framing.test.ts`, "(N08)"],
      [`${WIRE}/stdio-lines.test.ts`, "are split at line feeds alone"],
      [`${HOSTILE}/processes.test.ts`, "that is in the record, and no answer"],
      ["test/tasks/legal-oddities.test.ts", "no check blames it"],
    ],
  },
  N09: {
    about: "log lines on stdout",
    tests: [
      [`${WIRE}/stdio-framing.test.ts`, "is recorded exactly, answers nothing, and the session goes on (N09)"],
      [TESTKIT, '"stdout-banner"'],
      [TESTKIT, '"stdout-logs"'],
      [MESSAGE_CASES, "N09: log lines on stdout"],
    ],
  },
  N11: {
    about: "an array around the response, error: null, and other shapes of no response",
    tests: [
      [`${WIRE}/stdio-answers.test.ts`, "are taken in every broken shape (N11)"],
      [TESTKIT, '"array-response"'],
      [TESTKIT, '"error-null"'],
      [TESTKIT, '"result-null"'],
      [TESTKIT, '"no-result-no-error"'],
      [MESSAGE_CASES, "N11: arrays, nulls and other forms of a response"],
      [MESSAGE_CASES, "sends batches on 2025-03-26 alone"],
    ],
  },
  N12: {
    about: "capabilities and maps of extensions of any shape",
    tests: [
      ["packages/pack/src/extensions/advertised.test.ts", "settings that are %s are reported"],
      ["packages/pack/src/extensions/parse.test.ts", "the table is whole"],
      [`${HOSTILE}/lies.test.ts`, 'all("capabilities")'],
      [`${HOSTILE}/lies.test.ts`, 'all("extensions")'],
      [`${HOSTILE}/lies.test.ts`, "members of the prototype in every object"],
      [EXTENSION_CASES, "N12: the shape of capabilities.extensions"],
    ],
  },
  N15: {
    about: "versions that differ between header and body",
    tests: [
      [HTTP_CASES, "N15: header and body disagree on the version"],
      [HTTP_CASES, "never names a legacy version next to a modern one"],
    ],
  },
  N17: {
    about: "401 and 403 during the probe",
    tests: [
      [`${ERAS}/http-trouble.test.ts`, "a bare 401 is noted, one that says where to log in is not"],
      [`${HOSTILE}/endpoints.test.ts`, "401 ends the detection: no handshake, no login"],
      ["packs/tasks/src/attempt.test.ts", "is whoever turns requests away before MCP sees them"],
      [HTTP_CASES, "N17: whoever turns a probe away before MCP"],
    ],
  },
  N18: {
    about: "421, and 403 for the name of a host; foreign Origin and Host headers",
    tests: [
      [HTTP_CASES, "N18: Origin and Host"],
      [`${ERAS}/http-trouble.test.ts`, "of a server that guards its host names comes with a hint"],
      [`${HOSTILE}/endpoints.test.ts`, "is told from missing credentials (N18)"],
    ],
  },
  N20: {
    about: "launchers, and the environment that is given to a server",
    tests: [
      [`${WIRE}/process.test.ts`, "adds to the inherited environment and marks the process"],
      [`${WIRE}/stdio.test.ts`, "no-such-command-anywhere"],
    ],
  },
  N21: {
    about: "a time-out of ours that looks like an error of the server",
    tests: [
      [`${HOSTILE}/phases.test.ts`, "a server that falls silent"],
      [`${WIRE}/http-limits.test.ts`, "of time: no response"],
      ["packs/tasks/src/probe-verdict.test.ts", "blames nobody for silence"],
      [MESSAGE_CASES, "N21: a limit of ours is no answer of the server"],
    ],
  },
  N14: {
    about: "an extension that is advertised and absent, or there and not advertised",
    tests: [
      [FULL, "N14: what is advertised and what is there"],
      ["test/tasks/suite.test.ts", "a server that serves tasks and does not say so"],
      [EXTENSION_CASES, "N14: advertised but absent, present but not advertised"],
    ],
  },
  R03: {
    about: "a template whose literal is not ASCII, listed and unreadable",
    tests: [[RESOURCE_CASES, "R03: a template whose literal is not ASCII"]],
  },
  R04: {
    about: "URIs that a URL parser rewrites",
    tests: [[RESOURCE_CASES, "R04, R10: a URI is the text that was listed"]],
  },
  R05: {
    about: "templates that are matched by replacing text",
    tests: [[RESOURCE_CASES, "R05: a template that is matched by replacing text"]],
  },
  R07: {
    about: "what a missing resource is answered with",
    tests: [[RESOURCE_CASES, "R07: what a missing resource is answered with"]],
  },
  R09: {
    about: "Mcp-Name for URIs beyond ASCII, look-alikes of encoded values, and very long ones",
    tests: [
      [HTTP_CASES, "R09: names that no header carries as they are"],
      [HTTP_CASES, "go out byte for byte: their case, the spaces around them, bytes beyond ASCII"],
    ],
  },
  R10: {
    about: "fragments, queries and relative URIs",
    tests: [[RESOURCE_CASES, "R04, R10: a URI is the text that was listed"]],
  },
  T01: {
    about: "a task hidden in _meta",
    tests: [
      [TASKS, "T01: a task handle under a _meta key of the vendor"],
      [FULL, "T01: a task handle under a _meta key of the vendor"],
    ],
  },
  T02: {
    about: "a task handle without content",
    tests: [
      [TASKS, "T02, T03: a task handle without content"],
      [FULL, "T02, T03: a task handle without content"],
    ],
  },
  T03: {
    about: "a schema that nothing can satisfy",
    tests: [
      [TASKS, "T02, T03: a task handle without content"],
      [FULL, "T02, T03: a task handle without content"],
    ],
  },
  T04: {
    about: "resultType task on tasks/get",
    tests: [
      [TASKS, 'T04: resultType "task" on tasks/get'],
      [FULL, 'T04: resultType "task" on tasks/get'],
    ],
  },
  T05: {
    about: "a task for who did not declare it",
    tests: [
      [TASKS, "T05, T18: a task for a client"],
      [FULL, "T05, T18: a task for a client"],
    ],
  },
  T06: {
    about: "the code of a refusal",
    tests: [
      [TASKS, "T06: the code of a refusal"],
      [FULL, "T06: the code of a refusal"],
      ["test/tasks/traps.test.ts", "undeclared requests"],
    ],
  },
  T07: {
    about: "tool errors and failures",
    tests: [
      [TASKS, "T07: tool errors and failures"],
      [FULL, "T07: tool errors and failures"],
    ],
  },
  T09: {
    about: "intervals and lifetimes that no timer takes",
    tests: [
      [TASKS, "T09: intervals that no timer takes"],
      [FULL, "T09: intervals that no timer takes"],
      [`${HOSTILE}/lies.test.ts`, "an interval of 1e400"],
      [`${HOSTILE}/endpoints.test.ts`, "is not hammered"],
    ],
  },
  T10: {
    about: "seconds for milliseconds",
    tests: [
      [TASKS, "T10: seconds for milliseconds"],
      [FULL, "T10: seconds for milliseconds"],
    ],
  },
  T12: {
    about: "answers that are acknowledged and thrown away",
    tests: [
      [TASKS, "T12: answers that are acknowledged and thrown away"],
      [FULL, "T12: answers that are acknowledged and thrown away"],
    ],
  },
  T13: {
    about: "a task that asks for ever, and one that has ended",
    tests: [
      [TASKS, "T13: a task that never ends"],
      [FULL, "T13: a task that asks for ever"],
    ],
  },
  T14: {
    about: "tasks that only one connection reaches, or anybody",
    tests: [
      [TASKS, "T14: a task that the next connection does not know"],
      [FULL, "T14: tasks and who may reach them"],
    ],
  },
  T15: {
    about: "Mcp-Name on tasks/*",
    tests: [
      [TASKS, "T15: Mcp-Name on tasks/*"],
      [FULL, "T15: Mcp-Name on tasks/*"],
      [`${HOSTILE}/lies.test.ts`, "goes out in Mcp-Name, encoded, and in the body as it came"],
    ],
  },
  T16: {
    about: "what never reaches the wire",
    tests: [
      [TASKS, "T16: nothing reaches the wire"],
      [FULL, "T16: nothing reaches the wire"],
      ["packs/tasks/src/poll.test.ts", "blames nobody when nothing was sent (T16)"],
    ],
  },
  T18: {
    about: "a task that nobody asked for, cancelled",
    tests: [
      [TASKS, "T05, T18: a task for a client"],
      [FULL, "T05, T18: a task for a client"],
    ],
  },
  T19: {
    about: "a task that is gone once its lifetime has passed",
    tests: [
      [TASKS, "T19: a task that is gone once its lifetime has passed"],
      [FULL, "T19: a task that is gone once its lifetime has passed"],
    ],
  },
  P01: {
    about: "packs that resolve from the tool, the working directory or the configuration",
    tests: [
      [`${SITUATIONS}/places.ts`, "the folder of the configuration counts, and not the working directory (P01)"],
      [`${SITUATIONS}/places.ts`, "--config of another folder: that folder counts (P01)"],
      [`${SITUATIONS}/places.ts`, "NODE_PATH and the global folders of Node (P01)"],
      [`${SITUATIONS}/places.ts`, "the folder of the tool (P01)"],
      ["test/publish/install.test.ts", "the report has the real path of each pack"],
      [`${CORE}/loader/refusals.test.ts`, "not there: the start folder"],
    ],
  },
  P02: {
    about: "Plug'n'Play, strict layouts and symbolic links",
    tests: [
      ["test/publish/testing/managers.ts", "yarn 4, Plug'n'Play"],
      ["test/publish/workspace.test.ts", "only a dependency of a dependency (P02)"],
      [`${SITUATIONS}/places.ts`, "only a dependency of a dependency, in a strict layout (P02)"],
      [`${SITUATIONS}/links.ts`, "to a place outside of the project: its real path (P02)"],
    ],
  },
  P03: {
    about: "packs that are there and whose import fails",
    tests: [
      [`${SITUATIONS}/shapes.ts`, "a pack that is there, and a module that it imports is not (P03)"],
      [`${CORE}/loader/refusals.test.ts`, "a syntax error has its line"],
      [`${CORE}/loader/refusals.test.ts`, "thrown: null, a text, an error with its place, a rejection"],
    ],
  },
  P05: {
    about: "exports that hide the package.json with the version",
    tests: [
      [`${SITUATIONS}/shapes.ts`, "ESM alone, exports without ./package.json (P05)"],
      [`${SITUATIONS}/shapes.ts`, "which has a type and no name, is passed over (P05)"],
      [`${SITUATIONS}/shapes.ts`, "no package.json that tells the version: no pass of a pin (P05)"],
    ],
  },
  P07: {
    about: "prereleases, ranges and build metadata",
    tests: [
      [`${CORE}/loader/pin.test.ts`, '["2.0.0-rc.1", "1.x || 2.0.0-rc.1", true]'],
      [`${CORE}/loader/refusals.test.ts`, "outside the pin, with the prerelease rule where it is the reason"],
    ],
  },
  P09: {
    about: "paths of Windows, and odd characters in paths",
    tests: [
      [`${SITUATIONS}/paths.ts`, "a project in a folder with a space, #, % and letters beyond ASCII (P09)"],
      [`${SITUATIONS}/paths.ts`, "a path of Windows, elsewhere (P09)"],
      [`${CORE}/loader/pack-argument.test.ts`, "file:///opt/a%20b/p.mjs"],
    ],
  },
  P10: {
    about: "configurations and packs in TypeScript",
    tests: [
      [`${SITUATIONS}/paths.ts`, "a pack that a configuration in TypeScript makes itself (P10)"],
      [`${CORE}/config/read.test.ts`, "in a folder with %j"],
    ],
  },
  P11: {
    about: "configurations of a parent folder or of the home folder",
    tests: [
      [`${CORE}/config/find.test.ts`, "the search goes up to the nearest package.json, and no further"],
      [`${CORE}/config/find.test.ts`, "neither the home folder nor one above it is ever a project"],
    ],
  },
  P12: { about: "extends", tests: [[`${CORE}/config/build.test.ts`, "there is no extends, and the key says so"]] },
  P14: {
    about: "byte order marks, UTF-16, and nothing in a configuration",
    tests: [
      [`${CORE}/config/read.test.ts`, "a byte order mark of UTF-8 is accepted"],
      [`${CORE}/config/read.test.ts`, "UTF-16 and other bytes are refused"],
      [`${CORE}/config/read.test.ts`, "nothing in it"],
    ],
  },
  P15: {
    about: "merge keys, alias bombs and implicit types of YAML",
    tests: [
      [`${CORE}/config/read.test.ts`, "merge keys work, also with a list"],
      [`${CORE}/config/read.test.ts`, "alias bomb"],
      [`${CORE}/config/read.test.ts`, "a pin has to be a text"],
    ],
  },
  P16: {
    about: "packs that leave handles open or never settle",
    tests: [
      [`${HOSTILE}/packs.test.ts`, "ends at its limit, and the report is whole (P16)"],
      [`${CORE}/loader/refusals.test.ts`, "an import that never settles"],
      [`${CORE}/runner/hostile-packs.test.ts`, "that never settle or exit"],
      ["test/e2e/packs.test.ts", "a pack that leaves a timer running"],
    ],
  },
  C01: {
    about: "characters that XML, terminals and logs of CI systems obey",
    tests: [
      [`${HOSTILE}/reports.test.ts`, "full of commands (C01)"],
      ["packages/reporters/src/junit.test.ts", "stays well-formed whatever a server says"],
      ["packages/reporters/src/junit.test.ts", "holds no command that a CI system would take from a log"],
      ["packages/reporters/src/terminal/terminal.test.ts", "shows no control character of a server"],
    ],
  },
  C04: {
    about: "reports that are cut in a pipe",
    tests: [["test/e2e/pipes.test.ts", "writes all of more than 1 MiB"]],
  },
  C06: {
    about: "the exit code, whatever happens at the end",
    tests: [
      [`${CORE}/runner/exit.test.ts`, "the exit code is that of the report"],
      ["test/e2e/packs.test.ts", "the exit code is decided before the end"],
      ["test/e2e/signals.test.ts", "a partial report and nothing left"],
      [`${HOSTILE}/processes.test.ts`, "a server that is done with and does not go"],
    ],
  },
  C07: {
    about: "colours, by stream",
    tests: [
      ["test/e2e/colours.test.ts", "stdout into a file has neither colour nor cursor codes"],
      ["packages/cli/src/color.test.ts", "usesColor"],
    ],
  },
  C09: {
    about: "secrets",
    tests: [
      ["test/e2e/secrets.test.ts", "nothing that a user gave in confidence comes out again"],
      [`${HOSTILE}/redirects.test.ts`, "gets no request and no connection, whatever the server was told"],
      [`${HOSTILE}/processes.test.ts`, "with the secrets that it was given: nothing of them comes out"],
      [`${WIRE}/secrets.test.ts`, "secrets in the record"],
    ],
  },
};
