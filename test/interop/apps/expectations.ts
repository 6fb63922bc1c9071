/** What a check says of one of the published examples of MCP Apps, and why that is right. */
export interface Expected {
  check: string;
  says: "failed" | "warning";
  /** What was seen when somebody tried to refute it. */
  why: string;
  /** It hangs on the version of the browser or on the network that tests do not have: it may be there or not. */
  hangsOn?: "browser" | "network";
}

/** A published example: the tools that are called, and what is said. All else passes, does not apply or is noted. */
export interface Example {
  /** `@modelcontextprotocol/server-NAME`, pinned in the package.json beside this file. */
  name: string;
  calls: Record<string, Record<string, unknown>>;
  expected: Expected[];
  /** Checks that note something that is worth holding. */
  notes: string[];
}

const EVERY: Expected[] = [
  {
    check: "apps-ext-id",
    says: "warning",
    why: "The result of initialize has tools and resources among its capabilities, and no extensions.",
  },
];

/** Every one sends `_meta.ui` to clients that declare no extension, and leaves `prefersBorder` to its host. */
const EVERY_NOTE = ["apps-noui-client-no-meta", "apps-border-explicit"];

const TEARDOWN: Expected = {
  check: "apps-view-teardown",
  says: "warning",
  why: "ui/resource-teardown is answered with -32601: the view has no handler for it.",
};

const THEME: Expected = {
  check: "apps-view-theme",
  says: "warning",
  why: "The view has colours of its own, and none of them changes with the theme of the host.",
};

const BOTH_PLACES: Expected = {
  check: "apps-meta-list-vs-read",
  says: "warning",
  why: "The content item has csp, and the entry of resources/list has no _meta.ui.",
};

function example(name: string, calls: Example["calls"], expected: Expected[], notes: string[] = []): Example {
  return { name, calls, expected: [...EVERY, ...expected], notes: [...EVERY_NOTE, ...notes] };
}

const warns = (check: string, why: string, hangsOn?: Expected["hangsOn"]): Expected => ({
  check,
  says: "warning",
  why,
  ...(hangsOn === undefined ? {} : { hangsOn }),
});

/** The nine examples, as they are published. */
export const EXAMPLES: readonly Example[] = [
  example("basic-vanillajs", { "get-time": {} }, []),
  example("budget-allocator", { "get-budget-data": {} }, [THEME, TEARDOWN]),
  example("debug", { "debug-tool": {}, "debug-refresh": {} }, [
    warns(
      "apps-view-app-tools",
      'It declares tools, lists none, and answers tools/call of any name with "App handled tool call".',
    ),
  ]),
  example("map", { "show-map": {} }, [
    BOTH_PLACES,
    warns(
      "apps-view-no-network",
      "The view loads its library from cesium.com before it begins the handshake, which then never comes.",
      "network",
    ),
  ]),
  example("pdf", { display_pdf: {} }, [
    BOTH_PLACES,
    warns("apps-read-size", "The HTML has 4 336 789 bytes, with a library inside."),
    warns("apps-read-no-secrets-placeholders", "Its styles have url(images/…), which no frame of a host can resolve."),
    warns("apps-view-size", "The document cannot be fetched, and the view that says so tells no size.", "network"),
  ]),
  example("system-monitor", { "get-system-info": {}, "poll-system-stats": {} }, [
    THEME,
    TEARDOWN,
    warns(
      "apps-view-narrow",
      "Its rows are some 336 pixels wide in a frame of 320: how wide depends on the fonts.",
      "browser",
    ),
  ]),
  example(
    "threejs",
    { show_threejs_scene: {} },
    [
      TEARDOWN,
      warns("apps-read-size", "The HTML has 1 174 015 bytes."),
      warns("apps-fallback-meaningful", 'The whole text of its result is "Three.js scene rendered".'),
      warns("apps-view-csp-clean", "The scene is made by new Function, which the policy of the specification has not."),
    ],
    // Under the policy of the reference host the scene is drawn.
    ["apps-view-csp-reference-only"],
  ),
  example("video-resource", { play_video: {} }, [
    THEME,
    TEARDOWN,
    warns("apps-view-renders-result", "The server cannot fetch the video, and the view says that alone.", "network"),
  ]),
  example("wiki-explorer", { "get-first-degree-links": {} }, [THEME, TEARDOWN]),
];
