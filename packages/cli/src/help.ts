import { DOCUMENTATION, VERDICT_CODES } from "./help-text.js";
import { knownPacks } from "./packs.js";

/** The help of mcptest itself: its commands, those that the bundled packs declare included. */
export async function renderHelp(commands: readonly { name: string; summary: string }[]): Promise<string> {
  const { packs } = await knownPacks({ cwd: process.cwd(), config: undefined });
  const declared = packs.flatMap(({ loaded: { manifest } }) =>
    manifest.command === undefined
      ? []
      : [{ name: `${manifest.command.name} conformance`, summary: `run the checks of ${manifest.name}` }],
  );
  const rows = [...commands, ...declared, { name: "help", summary: "this text, or the help of a command" }];
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  return `The test tool for MCP extensions: which extensions a server has, and whether they work.

Usage: mcptest COMMAND [options] TARGET
       mcptest COMMAND [options] -- SERVER-COMMAND [arguments]

Commands:
${rows.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`).join("\n")}

TARGET is the URL of an MCP endpoint. A server that speaks over stdin and stdout is named by the command that starts it,
behind --.

Examples:
  mcptest capabilities http://127.0.0.1:3000/mcp
  mcptest inspect -- npx -y @modelcontextprotocol/server-everything
  mcptest run http://127.0.0.1:3000/mcp
  mcptest tasks conformance http://127.0.0.1:3000/mcp --tool-name long_job

mcptest COMMAND --help shows the options of a command; mcptest --version the version.

${VERDICT_CODES}

Documentation: ${DOCUMENTATION}
`;
}
