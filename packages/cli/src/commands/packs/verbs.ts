import type { Invocation } from "../../invocation.js";

/** A command below `mcptest packs`; its module loads when it is called. */
interface Verb {
  name: string;
  /** The name with its arguments. */
  usage: string;
  summary: string;
  load(): Promise<(invocation: Invocation) => Promise<number>>;
}

/** The commands of `mcptest packs`, in the order of its help. */
export const VERBS: readonly Verb[] = [
  {
    name: "list",
    usage: "list",
    summary: "the packs that run here: version, pin, origin, isolation, suites",
    load: async () => (await import("./list.js")).list,
  },
];
