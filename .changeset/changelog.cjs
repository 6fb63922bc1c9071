// How changesets become changelogs: what changed for the user, in the words of the changeset, and nothing about commits.

/** One change. Paragraphs behind the first belong to it. */
async function getReleaseLine({ summary }) {
  const [first = "", ...others] = summary.trim().split("\n");
  return [`- ${first}`, ...others.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}

/** What a package comes with that was released for other reasons. */
async function getDependencyReleaseLine(_changesets, dependencies) {
  if (dependencies.length === 0) return "";
  const names = dependencies.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`);
  const last = names.pop();
  return `- Comes with ${names.length > 0 ? `${names.join(", ")} and ${last}` : last}.`;
}

module.exports = { getReleaseLine, getDependencyReleaseLine };
