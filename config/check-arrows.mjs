// Checks that imports go one way. Usage: node config/check-arrows.mjs
import { findForbiddenImports } from "./arrows.mjs";
import { root } from "./workspace.mjs";

const { forbidden, files } = await findForbiddenImports(root);
for (const { rule, from, to, comment } of forbidden) console.error(`${from} imports ${to} (${rule}: ${comment})`);
console.log(`${files} files, ${forbidden.length} forbidden imports`);
process.exitCode = forbidden.length === 0 && files > 0 ? 0 : 1;
