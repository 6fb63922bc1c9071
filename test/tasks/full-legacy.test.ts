import { describeFaults, describeObeying, describeVariants } from "./testing/fault-table.js";

describeObeying("legacy");
describeFaults("legacy");
describeVariants("legacy");
