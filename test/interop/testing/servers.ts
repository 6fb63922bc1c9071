import { MORE } from "./more.js";
import { PUBLISHED } from "./published.js";
import { nameOf, type Way, type Ways } from "./way.js";

/** Set by `npm run test:interop`: every server over every transport, in place of each small one over one. */
export const everyServer = Boolean(process.env.MCPTEST_EVERY_SERVER);

/** One server over one transport. */
export interface Target {
  server: Ways;
  way: Way;
  name: string;
  transport: Way["transport"];
}

/** What `npm test` starts over stdio although it offers HTTP, so that a server of both eras is met on both transports. */
const OVER_STDIO = new Set(["@modelcontextprotocol/server (sdk-tasks.mjs)"]);

/** Every server over every transport that it offers. */
export const EVERY_TARGET: Target[] = [...PUBLISHED, ...MORE].flatMap((server) =>
  server.ways.map((way) => ({ server, way, name: nameOf(server), transport: way.transport })),
);

/** What this run starts. */
export const TARGETS: Target[] = everyServer ? EVERY_TARGET : PUBLISHED.map(small);

function small(server: Ways): Target {
  const name = nameOf(server);
  const own = EVERY_TARGET.filter((target) => target.server === server);
  const chosen = own.find(({ transport }) => transport === (OVER_STDIO.has(name) ? "stdio" : "http")) ?? own[0];
  if (!chosen) throw new Error(`${name} offers no way`);
  return chosen;
}
