// The tables of faults in the READMEs of our packs: made of what the testkit lists and what a run of their tests observed.
const BEGIN = "<!-- fault table: npm run test:all -- --write -->";
const END = "<!-- end of fault table -->";

/** The text between the markers of a page. Throws when they are not there. */
export function readSection(page) {
  const [before, rest] = page.split(`${BEGIN}\n`);
  const section = rest?.split(END)[0];
  if (before === undefined || section === undefined)
    throw new Error(`the page has no section between ${BEGIN} and ${END}`);
  return section;
}

/** The page with another text between its markers. */
export function replaceSection(page, section) {
  return page.replace(`${BEGIN}\n${readSection(page)}${END}`, () => `${BEGIN}\n${section}${END}`);
}

/**
 * The section of the Tasks pack: counts, and one line for each fault.
 * `faults` and `variants` are entries of the testkit's list; `observed(name)` tells what the owner of a fault said.
 */
export function tasksSection({ faults, variants, senders, observed }) {
  const wires = [
    ["The extension wire", "modern"],
    ["The 2025-11-25 wire", "legacy"],
  ];
  const groups = wires.map(([title, era]) => ({ title, faults: faults.filter(({ eras }) => eras.includes(era)) }));
  const senderFaults = ` ${senders} more faults change what mcptest sends (I70, I74, H46).`;
  return sectionOf({ counts: countsOf(faults, variants) + senderFaults, groups, variants, observed });
}

/** The section of the negotiation pack: the same, by category of the check that owns the fault. */
export function negotiationSection(parts) {
  return categorySection(parts, RULED);
}

/** The section of the pack for extensions through resources, whose rules have no numbers: each is a check. */
export function compatSection(parts) {
  return categorySection(parts, UNRULED);
}

/** Rules with numbers of the contract have a column of their own. */
const RULED = { ruleOf: ({ rule }) => rule, word: "rows", hasColumn: true };
const UNRULED = { ruleOf: ({ check }) => check, word: "rules", hasColumn: false };

function categorySection({ faults, variants, categoryOf, observed }, form) {
  const categories = [...new Set(faults.map(({ owner }) => categoryOf(owner.check)))];
  const groups = categories.map((category) => ({
    title: `Category ${category}`,
    faults: faults.filter(({ owner }) => categoryOf(owner.check) === category),
  }));
  return sectionOf({ counts: countsOf(faults, variants, form), groups, variants, observed, form });
}

function countsOf(faults, variants, { ruleOf, word } = RULED) {
  const rows = new Set(faults.map(({ owner }) => ruleOf(owner))).size;
  const of = (verdict) => faults.filter(({ owner }) => owner.verdict === verdict).length;
  return (
    `${faults.length} faults break ${rows} ${word}: ${of("failed")} of them fail their check, ${of("warning")} make it warn. ` +
    `${variants.length} variants are legal, and no check blames them.`
  );
}

function sectionOf({ counts, groups, variants, observed, form = RULED }) {
  const recorded = variants.filter(({ owner }) => owner?.verdict === "passed");
  return [
    counts,
    "",
    ...groups.flatMap(({ title, faults }) => tableLines(`${title}: ${faults.length} faults`, faults, observed, form)),
    ...tableLines(
      `Rows without a verdict: ${recorded.length} variants that their check records`,
      recorded,
      observed,
      form,
    ),
  ].join("\n");
}

function tableLines(title, faults, observed, { hasColumn }) {
  const cells = (fault, rule, ...others) => `| ${[fault, ...(hasColumn ? [rule] : []), ...others].join(" | ")} |`;
  return [
    "<details>",
    `<summary>${title}</summary>`,
    "",
    cells("fault", "rule", "check", "expected", "observed"),
    hasColumn ? "|---|---|---|---|---|" : "|---|---|---|---|",
    ...faults.map(({ name, owner: { rule, check, verdict } }) =>
      cells(`\`${name}\``, rule, `\`${check}\``, verdict === "passed" ? "noted" : verdict, observed(name) ?? "not run"),
    ),
    "",
    "</details>",
    "",
  ];
}
