import { describeFaults } from "./testing/fault-table.js";

describeFaults("negotiation");
