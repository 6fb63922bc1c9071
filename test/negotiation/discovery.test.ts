import { describeFaults } from "./testing/fault-table.js";

describeFaults("discovery");

describeFaults("versions");

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
