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
  {
    name: "why",
    usage: "why NAME",
    summary: "where a pack comes from, which places were looked at, and its pin",
    load: async () => (await import("./why.js")).why,
  },
  {
    name: "outdated",
    usage: "outdated",
    summary: "newer versions of packs, inside their pins and outside",
    load: async () => (await import("./outdated.js")).outdated,
  },
  {
    name: "add",
    usage: "add NAME@RANGE",
    summary: "install a pack and pin it in the configuration",
    load: async () => (await import("./add.js")).add,
  },
  {
    name: "diff",
    usage: "diff NAME@A NAME@B [TARGET]",
    summary: "run two versions of a pack and tell which verdicts differ",
    load: async () => (await import("./diff.js")).diff,
  },
  {
    name: "verify",
    usage: "verify OLD NEW",
    summary: "prove that a release of a pack turns no green server red",
    load: async () => (await import("./verify.js")).verify,
  },
  {
    name: "new",
    usage: "new [FOLDER]",
    summary: "make a complete pack for an extension",
    load: async () => (await import("./new.js")).newPack,
  },
];
