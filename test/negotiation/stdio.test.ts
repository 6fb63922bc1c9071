import { describeFaults } from "./testing/fault-table.js";

describeFaults("transport", {
  only: ["stdio-line-framing", "stdio-stdout-clean", "stdio-cancel-origin", "stdio-exit-on-eof"],
});
