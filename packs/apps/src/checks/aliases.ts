import { type Check, isUnavailable, type Needs, type Verdict } from "@mcptest/pack";
import { type Category, wireCheck } from "../define.js";

/** Other ids that select checks of the pack, and report the worst of what those say. */
export const ALIASES: readonly {
  id: string;
  title: string;
  category: Exclude<Category, "view">;
  of: readonly string[];
}[] = [
  { id: "ui-tools-present", title: "The server offers an app", category: "negotiation", of: ["apps-present"] },
  {
    id: "ui-tool-metadata-valid",
    title: "The metadata of UI tools is valid",
    category: "tools",
    of: [
      "apps-tool-uri-type",
      "apps-tool-uri-not-template",
      "apps-tool-flat-key-only",
      "apps-tool-keys-agree",
      "apps-tool-visibility-values",
      "apps-tool-visibility-nonempty",
      "apps-tool-no-resource-keys",
    ],
  },
  {
    id: "ui-tool-input-schema-valid",
    title: "The input schemas of UI tools are valid",
    category: "tools",
    of: ["apps-tool-input-schema"],
  },
  {
    id: "ui-listed-resources-valid",
    title: "Listed views are valid",
    category: "resources",
    of: ["apps-listed-uri-scheme", "apps-listed-mime"],
  },
  { id: "ui-resources-readable", title: "Views can be read", category: "resources", of: ["apps-resource-exists"] },
  {
    id: "ui-resource-contents-valid",
    title: "The contents of views are valid",
    category: "resources",
    of: ["apps-read-single", "apps-read-mime", "apps-read-text-xor-blob", "apps-read-html5"],
  },
  {
    id: "ui-resource-meta-valid",
    title: "The metadata of views is valid",
    category: "resources",
    of: ["apps-meta-shape", "apps-meta-at-right-level", "apps-csp-origin-syntax", "apps-csp-no-injection"],
  },
];

/** The aliases as checks; they run where they are named, and nowhere else. */
export function aliasesOf(checks: readonly Check[]): Check[] {
  return ALIASES.map(({ of, ...alias }) => {
    const members = of.map((id) => checks.find((check) => check.id === id)).filter((check) => check !== undefined);
    return aliasOf(alias, members);
  });
}

function aliasOf(
  alias: Pick<Check, "id" | "title"> & { category: Exclude<Category, "view"> },
  members: Check[],
): Check {
  const needs: Needs = Object.fromEntries(
    members.flatMap(({ id, needs: own = {} }) => Object.entries(own).map(([name, need]) => [`${id} ${name}`, need])),
  );
  return wireCheck<Needs>({
    ...alias,
    description: `The worst of ${members.map(({ id }) => id).join(", ")}.`,
    level: "must",
    phase: "probe",
    profiles: [],
    source: "mcptest",
    needs,
    async run(values, verdict, context) {
      const unfit: string[] = [];
      for (const check of members) {
        const own = Object.keys(check.needs ?? {}).map((name) => [name, values[`${check.id} ${name}`]]);
        const inner = innerVerdict(check, verdict, unfit);
        try {
          await check.run(Object.fromEntries(own), inner, context);
        } catch (reason) {
          if (!isUnavailable(reason) || !reason.notApplicable) throw reason;
          unfit.push(reason.message);
        }
      }
      const [first] = unfit;
      if (first !== undefined && unfit.length === members.length) verdict.notApplicable(first);
    },
  });
}

/** What a check says, as findings of its alias, whose own level is must. */
function innerVerdict({ id, level }: Check, verdict: Verdict, unfit: string[]): Verdict {
  const about: (given?: Parameters<Verdict["pass"]>[0]) => Parameters<Verdict["pass"]>[0] = (given) => ({
    ...given,
    variant: given?.variant === undefined ? id : `${id} ${given.variant}`,
  });
  const failing = level === "must" ? "fail" : level === "info" ? "note" : "warn";
  return {
    fail: (message, evidence, given) => verdict[failing](message, evidence, about(given)),
    warn: (message, evidence, given) => verdict.warn(message, evidence, about(given)),
    note: (message, evidence, given) => verdict.note(message, evidence, about(given)),
    pass: (given, evidence) => verdict.pass(about(given), evidence),
    couldNotRun: (reason, more) => verdict.couldNotRun(`${id}: ${reason}`, { ...more, about: about(more?.about) }),
    notApplicable: (reason) => {
      unfit.push(reason);
    },
    detail: (name, value) => verdict.detail(name, value),
  };
}
