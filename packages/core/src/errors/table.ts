/** What one error code means, for people: what happened is in the message of each error. */
export interface ErrorEntry {
  /** Why it happens. */
  why: string;
  /** What to do. */
  fix: string;
  /** 2 for usage, configuration and packs; 3 for a server that cannot be reached or read. */
  exitCode: 2 | 3;
}

/** Every error that mcptest reports, by code. */
export const ERRORS = {
  USAGE_UNKNOWN_FLAG: {
    why: "The command has no such flag.",
    fix: "Run the command with --help to see its flags.",
    exitCode: 2,
  },
  USAGE_UNKNOWN_COMMAND: {
    why: "mcptest has no such command.",
    fix: "Run mcptest --help to see the commands.",
    exitCode: 2,
  },
  USAGE_BAD_VALUE: {
    why: "The value of a flag or argument cannot be read.",
    fix: "Give a value of the form that the message names.",
    exitCode: 2,
  },
  USAGE_NO_TARGET: {
    why: "Nothing says which server to test.",
    fix: "Give a URL, a command after --, or --server NAME with a config file.",
    exitCode: 2,
  },
  USAGE_TWO_TARGETS: {
    why: "More than one server was named where one is expected.",
    fix: "Keep one of: a positional URL, --url, --command, a command after --, --server.",
    exitCode: 2,
  },
  TARGET_BAD_URL: {
    why: "The target is no URL of the form http://… or https://….",
    fix: "Write the whole URL, such as http://127.0.0.1:3000/mcp, or put a command after --.",
    exitCode: 2,
  },
  SERVER_UNKNOWN: {
    why: "No server of that name stands in the configuration.",
    fix: "Use one of the names that the message lists, or add the server to the configuration.",
    exitCode: 2,
  },
  SUITE_UNKNOWN: {
    why: "No suite of that name stands in the configuration.",
    fix: "Use one of the names that the message lists, or add the suite to the configuration.",
    exitCode: 2,
  },
  CHECK_UNKNOWN: {
    why: "No selected pack has a check with that id.",
    fix: "Use an id that the message lists, or name the pack that has the check.",
    exitCode: 2,
  },
  CATEGORY_UNKNOWN: {
    why: "No selected pack has a check in that category.",
    fix: "Use a category that the message lists.",
    exitCode: 2,
  },
  PROFILE_UNKNOWN: {
    why: "The pack has no profile of that name.",
    fix: "Use a profile that the message lists.",
    exitCode: 2,
  },
  NOTHING_SELECTED: {
    why: "The filters leave no check, server or pack to run.",
    fix: "Widen --check-id, --category, --pack or the suite.",
    exitCode: 2,
  },
  CONFIG_NOT_FOUND: {
    why: "The configuration file that was named does not exist.",
    fix: "Check the path given to --config.",
    exitCode: 2,
  },
  CONFIG_UNREADABLE: {
    why: "The configuration file cannot be parsed or run.",
    fix: "Correct the file at the place that the message names.",
    exitCode: 2,
  },
  CONFIG_EMPTY: {
    why: "The configuration file holds nothing that could be a configuration.",
    fix: "Write an object with servers, packs or suites, or delete the file.",
    exitCode: 2,
  },
  CONFIG_INVALID: {
    why: "A value in the configuration has the wrong form, or a key does not exist.",
    fix: "Correct each place that the message names.",
    exitCode: 2,
  },
  CONFIG_EXTENDS: {
    why: "There is no extends in an mcptest configuration.",
    fix: "Remove the key; share settings by importing them in an mcptest.config.ts.",
    exitCode: 2,
  },
  CONFIG_VARIABLE: {
    why: "The configuration uses an environment variable that is not set.",
    fix: "Set the variable, or remove its reference from the configuration.",
    exitCode: 2,
  },
  TOOL_VERSION: {
    why: "The configuration asks for another version of mcptest.",
    fix: "Install a version in that range, or change the mcptest key of the configuration.",
    exitCode: 2,
  },
  TRANSCRIPT_UNREADABLE: {
    why: "The file is no transcript that mcptest can judge again.",
    fix: "Give a file that mcptest wrote with --save-transcript, whole and as it was written.",
    exitCode: 2,
  },
  REPORT_UNREADABLE: {
    why: "The file is no report that mcptest can show again.",
    fix: "Give a file that mcptest run wrote with --reporter json=FILE, whole and as it was written.",
    exitCode: 2,
  },
  PACK_NOT_FOUND: {
    why: "Node cannot find the pack from the place that names it.",
    fix: "Install it there, as a direct dependency.",
    exitCode: 2,
  },
  PACK_BROKEN: {
    why: "The pack is there, and its own code fails.",
    fix: "Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.",
    exitCode: 2,
  },
  PACK_NOT_A_PACK: {
    why: "The module exports no pack.",
    fix: "Export the result of definePack as default.",
    exitCode: 2,
  },
  PACK_CONTRACT: {
    why: "The pack was made for another number of the pack contract.",
    fix: "Install a version of the pack, or of mcptest, so that both have the same contract number.",
    exitCode: 2,
  },
  PACK_INVALID: {
    why: "The pack breaks the pack contract.",
    fix: "Correct each place that the message names if the pack is yours; else report them to the pack's author.",
    exitCode: 2,
  },
  PACK_VERSION_UNKNOWN: {
    why: "No package.json with the pack's name stands above its entry file, so its version cannot be checked.",
    fix: "Take the pin away, or give the pack a package.json with its name and version.",
    exitCode: 2,
  },
  PACK_PIN_INVALID: {
    why: "The pin is no semver range.",
    fix: "Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.",
    exitCode: 2,
  },
  PACK_PIN_UNSATISFIED: {
    why: "The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.",
    fix: "Install a version inside the range, or change the pin.",
    exitCode: 2,
  },
  PACK_OPTIONS: {
    why: "The options given to the pack are not what it accepts.",
    fix: "Correct each place that the message names; the pack's README lists its options.",
    exitCode: 2,
  },
  TESTKIT_MISSING: {
    why: "The servers on which two versions of a pack are compared come with @mcptest/testkit, which is no part of mcptest.",
    fix: "Install @mcptest/testkit as a development dependency of the project.",
    exitCode: 2,
  },
  PACKAGE_MANAGER_FAILED: {
    why: "The package manager of the project could not be started, or did not do what it was asked.",
    fix: "Run the command that the message names by hand, and mend what it tells.",
    exitCode: 2,
  },
  REGISTRY_UNREACHABLE: {
    why: "The registry that the project's package manager is configured with gave no answer.",
    fix: "Check the network, the proxy, and the registry in the package manager's own configuration.",
    exitCode: 3,
  },
  SERVER_UNREACHABLE: {
    why: "No connection to the server could be made.",
    fix: "Start the server, or correct host, port and path.",
    exitCode: 3,
  },
  SERVER_TLS: {
    why: "The TLS connection to the server failed.",
    fix: "Correct the certificate, or add its authority with NODE_EXTRA_CA_CERTS.",
    exitCode: 3,
  },
  SERVER_AUTHORIZATION: {
    why: "The server wants credentials before it answers.",
    fix: "Give them with --header, --header-file or --bearer-env.",
    exitCode: 3,
  },
  SERVER_FORBIDDEN: {
    why: "The server, or a proxy before it, refuses the request: it may want other credentials, or another host name.",
    fix: "Give credentials that may use the server with --header, --header-file or --bearer-env, or permit what the server or the proxy turns away.",
    exitCode: 3,
  },
  SERVER_HTTP_STATUS: {
    why: "The endpoint answered with an HTTP status that stops the detection.",
    fix: "Check the URL and the health of the server or of the proxy before it.",
    exitCode: 3,
  },
  SERVER_NOT_MCP: {
    why: "Nothing that was received is an MCP answer in any era that was asked for.",
    fix: "Check that the target is the MCP endpoint, and that --era does not exclude what it speaks.",
    exitCode: 3,
  },
  SERVER_NO_COMMON_VERSION: {
    why: "The server and mcptest share no protocol version in the eras that were asked for.",
    fix: "Widen --era or --protocol-version, or update the server.",
    exitCode: 3,
  },
  SERVER_DISCOVERY_REFUSED: {
    why: "A modern server refused server/discover.",
    fix: "Make server/discover answer a request with complete _meta and headers.",
    exitCode: 3,
  },
  SERVER_COMMAND_NOT_FOUND: {
    why: "The command that starts the server does not exist or may not be executed.",
    fix: "Check the spelling and that it is installed; give --cwd if it is a relative path.",
    exitCode: 3,
  },
  SERVER_EXITED: {
    why: "The server process ended before it answered.",
    fix: "Read the last lines of its stderr, and start the command by hand.",
    exitCode: 3,
  },
  SERVER_TIMEOUT: {
    why: "The server did not answer within the limit that mcptest sets.",
    fix: "Raise the limit that the message names, or make the server answer faster.",
    exitCode: 3,
  },
  RUN_STOPPED: {
    why: "The run was stopped, or one of its time limits passed, before this server was tested.",
    fix: "Run again. If a time limit passed, raise it: --run-timeout or --server-timeout, in milliseconds.",
    exitCode: 3,
  },
  BROWSER_NOT_FOUND: {
    why: "The browser that was named is not there, or is no program.",
    fix: "Give the path of a Chromium or of its headless shell, or leave it out: mcptest then looks for one.",
    exitCode: 2,
  },
  OUTPUT_FAILED: {
    why: "A file or stream that was asked for cannot be written.",
    fix: "Check the path, its permissions and the space on the disk.",
    exitCode: 2,
  },
  INTERNAL: {
    why: "mcptest itself failed.",
    fix: "Run the same command with --verbose, and report its output to the authors of mcptest.",
    exitCode: 3,
  },
} as const satisfies Record<string, ErrorEntry>;

/** A code of {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS;
