import { describeFaults } from "./testing/fault-table.js";

/** Without its manifest nobody knows which methods an extension has, and so none is called. */
describeFaults("interface", { leavesOpen: ["mapped-manifest-unreadable"] });
