import type { PackPlan } from "./plan.js";

/** What `--help` prints. */
export const HELP = `npm create mcptest-pack [FOLDER] [-- OPTIONS]

Makes a complete mcptest pack for an extension of MCP: two checks, options, a toy server with faults, tests, README,
changeset and CI. At a terminal it asks for what is left out; elsewhere it takes the defaults. Nothing is overwritten.

  --extension <id>   id of the extension, such as com.example/gadgets (default: com.example/ and the subject of FOLDER)
  --name <name>      npm name (default: mcptest-pack- and the last part of the id)
  --typescript       write it in TypeScript (default)
  --javascript       write it in JavaScript
  -h, --help         show this help
  --version          show the version

FOLDER is by default the npm name without its scope.

Documentation: https://github.com/mcptest/mcptest/blob/main/docs/write-a-pack.md
`;

/** What was made, and what comes next, for the package manager that runs us. */
export function nextSteps({ place, name, extension }: PackPlan, paths: readonly string[], userAgent = ""): string {
  const manager = /^(pnpm|yarn|bun)\//.exec(userAgent)?.[1] ?? "npm";
  const run = manager === "npm" ? "npm run" : `${manager} run`;
  const folder = /^[\w@./~+-]+$/.test(place) ? place : JSON.stringify(place);
  return `Made ${name} for ${extension}: ${paths.length} files in ${folder}

Next:
  cd ${folder}
  ${manager} install
  ${manager} test          # each check, against a toy server and its faults
  ${run} try       # this pack on the toy server
`;
}
