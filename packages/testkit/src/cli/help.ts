/** Help of the whole program. */
export const HELP = `Usage: mcptest-testkit <command> [options]

A reference MCP server for testing test tools: it obeys the specification in the
2026-07-28 and the 2025-11-25 form, with Tasks, until it is told to break a rule.

Commands:
  serve          Start the server over HTTP or stdio
  list-faults    List what it can be told to do wrong

Options:
  -h, --help     Show help; mcptest-testkit <command> --help shows that of a command
  -V, --version  Show the version

Examples:
  mcptest-testkit serve --http 0
  mcptest-testkit serve --stdio --era legacy --job-ms 100
  mcptest-testkit serve --http 3000 --fault ttl-missing --fault result-empty
`;

/** Help of `serve`. */
export const SERVE_HELP = `Usage: mcptest-testkit serve (--http PORT | --stdio) [options]

Starts the reference server. Over HTTP it prints one line, "listening on URL", to
stdout. It ends on SIGTERM and SIGINT, over stdio also when stdin is closed.

Options:
  --http PORT     Serve HTTP on 127.0.0.1; 0 takes any free port
  --stdio         Serve stdio
  --era ERA       modern (2026-07-28), legacy (2025-11-25) or dual (default): both,
                  by how the client opens
  --kind KIND     jobs (default): Tasks. generic: no Tasks, a toy extension, tools,
                  prompts, resources, subscriptions. mapped: two extensions that are
                  native on 2026-07-28 and resources before. apps: MCP Apps, tools with
                  views. skills: Skills, with directories. All but jobs speak all
                  four legacy revisions
  --generic       Short for --kind generic
  --revision REV  A legacy revision that such a server speaks (default: all); may be
                  given more than once
  --http-form F   streamable (default), or sse: HTTP+SSE of 2024-11-05 (not with jobs)
  --fault NAME    Break a rule; may be given more than once (see list-faults)
  --variant NAME  Be unusual in a legal way; may be given more than once
  --job-ms N      Milliseconds that a job takes (default 500); every step, long job
                  and poll interval scales with it
  --answers FORM  json (default) or sse: the form of HTTP answers that may have either
  -h, --help      Show this help

Tools: echo, quick (answer at once); job, must_task (run as a task, must_task only so);
ask, ask_twice, ask_many (ask for input); tool_error, protocol_error (fail); slow.
Tools with --kind generic: echo, quick, ask, count, region, wait, toggle,
toy_card; with --kind mapped: echo, quick; with --kind apps: echo, quick,
show_forecast, show_city_forecast, refresh_forecast, show_board, pin_city;
with --kind skills: echo, quick.
`;

/** Help of `list-faults`. */
export const LIST_HELP = `Usage: mcptest-testkit list-faults [--json]

Lists every fault, variant and hostile trait: its name, what it does, the rule it
breaks, the check that finds it, and where it shows.

Options:
  --json      As a JSON array
  -h, --help  Show this help
`;
