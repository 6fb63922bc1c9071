import { describeFaults, describeVariants } from "./testing/fault-table.js";

for (const category of ["negotiation", "listing", "skill", "files", "directories"]) describeFaults(category);
describeVariants();
