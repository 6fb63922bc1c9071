// The table of faults in packs/tasks/README.md: made of what the testkit lists and what a run of test/tasks observed.
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
 * The section: counts, and one line for each fault.
 * `faults` and `variants` are entries of the testkit's list; `observed(name)` tells what the owner of a fault said.
 */
export function faultSection({ faults, variants, senders, observed }) {
  const rowsOf = (entries) => new Set(entries.map(({ owner }) => owner.rule)).size;
  const of = (verdict) => faults.filter(({ owner }) => owner.verdict === verdict);
  const [must, should] = [of("failed"), of("warning")];
  const recorded = variants.filter(({ owner }) => owner?.verdict === "passed");
  const wires = [
    ["The extension wire", "modern"],
    ["The 2025-11-25 wire", "legacy"],
  ];
  return [
    `${faults.length} faults break ${rowsOf(faults)} rows: ${must.length} of them fail their check, ${should.length} make it warn. ` +
      `${variants.length} variants are legal, and no check blames them. ${senders} more faults change what mcptest sends (I70, I74, H46).`,
    "",
    ...wires.flatMap(([title, era]) => {
      const own = faults.filter(({ eras }) => eras.includes(era));
      return tableLines(`${title}: ${own.length} faults`, own, observed);
    }),
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
