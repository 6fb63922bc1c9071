import { expect, test } from "vitest";

/** What each entry point of the package gives at run time: a new name is a promise, so it has to be put here too. */
const ENTRIES = {
  config: () => import("./config/index.js"),
  errors: () => import("./errors/index.js"),
  extensions: () => import("./extensions/index.js"),
  loader: () => import("./loader/index.js"),
  negotiation: () => import("./negotiation/index.js"),
  report: () => import("./report/index.js"),
  runner: () => import("./runner/index.js"),
  wire: () => import("./wire/index.js"),
};

test("the entry points give what is promised, and nothing else", async () => {
  const names = await Promise.all(
    Object.entries(ENTRIES).map(async ([entry, load]) => [
      entry,
      Object.keys(await load())
        .sort()
        .join(" "),
    ]),
  );
  expect(Object.fromEntries(names)).toMatchInlineSnapshot(`
    {
      "config": "configWithPin defineConfig findServer loadConfig mcpServer mcpServersFile pinInCode requirePackVariables selectSuite withPin",
      "errors": "ERRORS McptestError McptestErrors didYouMean explain nearest throwAll",
      "extensions": "advertisedExtensions advertisedKey canonicalExtensionId extensionChanges parseExtensionId readSavedCapabilities savedLaneFor",
      "loader": "BUNDLED_PACKS coveredBy discoverPacks installCommand installWords installerAt isNewer isNpmName isPathSpecifier loadPacks nearestPackageJson newestOf packageNameOf parsePackArgument pinError prereleaseNote removeCommand resolveFileOptions satisfies tracePack validateOptions",
      "negotiation": "DEFAULT_PAGING LEGACY_VERSIONS MODERN_VERSIONS buildRequest createEraCache inventory listAll negotiate surveyEras",
      "report": "REPORT_SCHEMA_VERSION TRANSCRIPT_VERSION at compareVerdicts excerpt isObject member mergeReports packLabel reportToConformanceReport shownStderr toConformanceReport",
      "runner": "DEFAULT_TIMES HOST_CHECKS conformanceResultOf list readReport readTranscript replay run sightings toConformanceResult validateSelection",
      "wire": "DEFAULT_LIMITS createRedactor createTranscript displayTarget installProcessCleanup isHeaderName isHeaderValue killAllProcesses secretsOf secretsOfHeaders",
    }
  `);
});
