// The toy server on stdio, for `npm run try`. Arguments are names of faults.
import { serveStdio } from "@mcptest/testkit";
import { extension } from "./extension.js";
import { faults } from "./faults.js";

const names = process.argv.slice(2);
const unknown = names.find((name) => faults.every((fault) => fault.name !== name));
if (unknown !== undefined) {
  console.error(`there is no fault ${unknown}; there are ${faults.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

const server = serveStdio(
  {
    era: "modern",
    extensions: [extension],
    hooks: faults.filter(({ name }) => names.includes(name)).map(({ hooks }) => hooks),
  },
  { input: process.stdin, output: process.stdout, errors: process.stderr, exit: process.exit },
);
await server.ended;
server.close();
