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
export function negotiationSection({ faults, variants, categoryOf, observed }) {
  const categories = [...new Set(faults.map(({ owner }) => categoryOf(owner.check)))];
  const groups = categories.map((category) => ({
    title: `Category ${category}`,
    faults: faults.filter(({ owner }) => categoryOf(owner.check) === category),
  }));
  return sectionOf({ counts: countsOf(faults, variants), groups, variants, observed });
}

function countsOf(faults, variants) {
  const rows = new Set(faults.map(({ owner }) => owner.rule)).size;
  const of = (verdict) => faults.filter(({ owner }) => owner.verdict === verdict).length;
  return (
    `${faults.length} faults break ${rows} rows: ${of("failed")} of them fail their check, ${of("warning")} make it warn. ` +
    `${variants.length} variants are legal, and no check blames them.`
  );
}

function sectionOf({ counts, groups, variants, observed }) {
  const recorded = variants.filter(({ owner }) => owner?.verdict === "passed");
  return [
    counts,
    "",
    ...groups.flatMap(({ title, faults }) => tableLines(`${title}: ${faults.length} faults`, faults, observed)),
    ...tableLines(`Rows without a verdict: ${recorded.length} variants that their check records`, recorded, observed),
  ].join("\n");
}

function tableLines(title, faults, observed) {
  return [
    "<details>",
    `<summary>${title}</summary>`,
    "",
    "| fault | rule | check | expected | observed |",
    "|---|---|---|---|---|",
    ...faults.map(
      ({ name, owner: { rule, check, verdict } }) =>
        `| \`${name}\` | ${rule} | \`${check}\` | ${verdict === "passed" ? "noted" : verdict} | ${observed(name) ?? "not run"} |`,
    ),
    "",
    "</details>",
    "",
  ];
}
