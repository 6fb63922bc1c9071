// A dry run of the next release: versions and changelogs in a copy, and what would be published, asked of a registry that
// has nothing.
import { createServer } from "node:http";
import { changelogProblems, plannedRelease } from "./planned-release.mjs";
import { pnpm } from "./steps.mjs";

const planned = plannedRelease();
for (const { name, before, after } of planned)
  console.log(`${name} ${before === after ? before : `${before} -> ${after}`}`);
const problems = planned.flatMap(changelogProblems);
for (const problem of problems) console.error(problem);

const server = createServer((_request, response) => response.writeHead(404).end("{}"));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const registry = `http://127.0.0.1:${server.address().port}/`;
const code = await pnpm(["publish", "--recursive", "--dry-run", "--no-git-checks", "--registry", registry]);
server.close();
process.exitCode = problems.length > 0 ? 1 : code;
