import { connectHttp } from "./http.js";
import { connectStdio } from "./stdio.js";
import type { Connect } from "./types.js";

/** Opens a connection to a target of either kind: a child process, or Streamable HTTP. */
export const connect: Connect = (target, options) =>
  target.kind === "http" ? connectHttp(target, options) : connectStdio(target, options);
