import {
  type BrandedPack,
  type Check,
  defineCheck,
  definePack,
  type JsonObject,
  type Pack,
  resultOf,
} from "@mcptest/pack";
import { type ExtensionFactory, type Hooks, onResult, startHttpServer } from "@mcptest/testkit";
import type { StartServer } from "@mcptest/testkit/verify";

/** Id of the extension. */
export const WIDGETS = "com.example/widgets";

/** An extension of two widgets. */
export const widgets: ExtensionFactory = () => ({
  capabilities: (era): JsonObject => (era === "modern" ? { extensions: { [WIDGETS]: { version: "1" } } } : {}),
  methods: { modern: new Map([["widgets/list", () => ({ widgets: [{ id: "a" }, { id: "b" }] })]]) },
});

/** Hooks that give `widgets/list` this list. */
export function lists(list: unknown): Hooks {
  return onResult("widgets/list", (result) => ({ ...result, widgets: list as never }));
}

const FAULTS = new Map<string | undefined, Hooks[]>([
  [undefined, []],
  ["ids-twice", [lists([{ id: "a" }, { id: "a" }])]],
]);

/** Starts a server of widgets, as an author would. */
export const startWidgets: StartServer = (fault) =>
  startHttpServer({ era: "modern", extensions: [widgets], hooks: FAULTS.get(fault) ?? [] });

/** A check that judges the list of widgets. */
export function listCheck(
  id: string,
  judge: (list: readonly { id?: unknown }[]) => string | undefined,
  more: Partial<Check> = {},
) {
  return defineCheck({
    id,
    category: "lists",
    title: id,
    description: id,
    level: "must",
    rule: { source: WIDGETS },
    since: "1.0.0",
    phase: "list",
    ...more,
    async run(_values, verdict, { host, connection }) {
      const exchange = await host.exchange(connection, {
        method: "widgets/list",
        params: { from: id },
        extensions: { [WIDGETS]: {} },
      });
      const list = (resultOf(exchange) as { widgets?: unknown } | undefined)?.widgets;
      const message = judge(Array.isArray(list) ? list : []);
      if (message !== undefined) verdict.fail(message, [exchange.number]);
      else verdict.pass({}, [exchange.number]);
    },
  });
}

/** Ids are not given twice. */
export const idsUnique = listCheck("widgets-ids-unique", (list) =>
  new Set(list.map(({ id }) => id)).size < list.length ? "an id stands twice" : undefined,
);

/** There is a widget. */
export const listNotEmpty = listCheck("widgets-list-not-empty", (list) =>
  list.length === 0 ? "there is no widget" : undefined,
);

/** A pack of widgets. */
export function packOf(version: string, checks: Check[], more: Partial<Pack> = {}): BrandedPack {
  return definePack({ name: "mcptest-pack-widgets", version, extension: WIDGETS, checks, ...more });
}
