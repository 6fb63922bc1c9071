import { installOnDemand } from "../../../config/on-demand.mjs";
import buildIfStale from "../../e2e/testing/global-setup.js";
import { SERVERS_FOLDER } from "./published.js";

/** Builds the command if needed and installs the published servers in the pinned versions, once for each lock file. */
export default function setup(): void {
  buildIfStale();
  installOnDemand(SERVERS_FOLDER);
}
