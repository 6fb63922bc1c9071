import { replaced } from "./apps-view-hooks.js";
import { appsFaults } from "./groups.js";
import type { Fault } from "./types.js";

/** Faults in how a view begins, and in what it loads and touches. */
export const appsViewStartFaults: Fault[] = [
  ...appsFaults("apps-view-initialize-params", "failed", [
    {
      name: "apps-view-client-info",
      description: "A view calls itself by clientInfo, as in the handshake between client and server",
      hooks: replaced("appInfo:", "clientInfo:"),
    },
  ]),
];
