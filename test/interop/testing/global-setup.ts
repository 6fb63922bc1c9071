import { installOnDemand } from "../../../config/on-demand.mjs";
import buildIfStale from "../../e2e/testing/global-setup.js";
import { everyServer } from "./servers.js";
import { MORE_FOLDER, SERVERS_FOLDER } from "./way.js";

/** Builds the command if needed and installs the published servers in the pinned versions, once for each lock file. */
export default function setup(): void {
  buildIfStale();
  installOnDemand(SERVERS_FOLDER);
  if (everyServer) installOnDemand(MORE_FOLDER);
}
