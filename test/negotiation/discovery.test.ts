import { describeFaults } from "./testing/fault-table.js";

describeFaults("discovery", {
  // Without capabilities there is nothing to compare by declaration, and no list to look for a tool in.
  // A list that is refused on a new connection is no call that another could be compared with.
  leavesOpen: ["capabilities-array", "discover-needed-first"],
});

describeFaults("versions", {
  only: [
    "version-unsupported-error",
    "version-supported-consistent",
    "version-per-request",
    "version-dual-server-era-by-opening",
    "version-missing-meta",
  ],
});

describeFaults("messages", {
  only: [
    "result-type-present",
    "result-type-value",
    "cache-hints-present",
    "cache-ttl-valid",
    "cache-scope-valid",
    "cache-scope-pages",
  ],
});

describeFaults("ids", {
  only: ["meta-key-grammar", "meta-key-reverse-dns", "meta-key-reserved", "meta-trace-format"],
});
