// Where the packs of a configuration are found. Usage: node locate.mjs '{ "cwd": …, "config": …, "pack": …, "tool": … }'
// Prints `name version path` or `CODE: message` for each pack, once loaded here and once in a process of its own.
import { loadConfig } from "@mcptest/core/config";
import { loadPacks, parsePackArgument } from "@mcptest/core/loader";

const { cwd, config: file, pack, tool } = JSON.parse(process.argv[2]);
const printed = [];
for (const isolate of [false, true]) printed.push(await located(isolate));
console.log(JSON.stringify(printed));
process.exit();

async function located(isolate) {
  try {
    const config = await loadConfig({ cwd, file, env: process.env });
    const place = { cwd, ...(config === undefined ? {} : { configFile: config.file }) };
    const requests = pack === undefined ? config.packs : [parsePackArgument(pack, place)];
    const { packs, errors } = await loadPacks(requests, { bundledFrom: tool, isolate });
    const lines = packs.map(({ manifest, origin }) => `${manifest.name} ${manifest.version} ${origin}`);
    return [...lines, ...errors.map(told)].join("\n");
  } catch (error) {
    return told(error);
  }
}

function told({ code, message, fix }) {
  return `${code ?? "INTERNAL"}: ${message}\n${fix ?? ""}`;
}
