import { describeVariants } from "./testing/fault-table.js";

describeVariants();
