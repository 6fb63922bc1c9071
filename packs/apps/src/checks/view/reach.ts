import { member } from "@mcptest/pack";
import type { VisitRecord } from "../../view/record.js";
import { fromView, initializeOf, textMessage } from "./messages.js";

/**
 * How far a view has to have come with an ordinary host, so that a check can judge it. One defect has one owner: a view that
 * never asks for the handshake is blamed for that, and not for everything that it does not do after it.
 */
export type Reach =
  /** It was loaded. */
  | "loaded"
  /** It has sent `ui/initialize`, in whatever form. */
  | "asked"
  /** It has sent it as a message that a host can take. */
  | "understood"
  /** It has ended the handshake. */
  | "connected";

/** How far the checks of views need one to have come. */
export const REACHES = {
  "apps-view-initialize": "loaded",
  "apps-view-jsonrpc": "asked",
  "apps-view-initialize-params": "asked",
  "apps-view-initialized": "understood",
  "apps-view-initialize-error": "connected",
  "apps-view-late-init": "connected",
  "apps-view-no-network": "loaded",
  "apps-view-csp-clean": "loaded",
  "apps-view-csp-reference-only": "loaded",
  "apps-view-undeclared-origin": "loaded",
  "apps-view-declared-only-https": "loaded",
  "apps-view-no-page-errors": "connected",
  "apps-view-renders": "loaded",
  "apps-view-renders-result": "connected",
  "apps-view-tool-input": "connected",
  "apps-view-tool-input-partial": "connected",
  "apps-view-result-variants": "connected",
  "apps-view-late-handlers": "connected",
  "apps-view-theme": "connected",
  "apps-view-style-vars": "connected",
  "apps-view-context-merge": "connected",
  "apps-view-size": "connected",
  "apps-view-size-stable": "connected",
  "apps-view-fixed-height": "connected",
  "apps-view-narrow": "connected",
  "apps-view-teardown": "connected",
  "apps-view-ping": "connected",
  "apps-view-unknown-method": "connected",
  "apps-view-app-tools": "connected",
  "apps-view-calls-visible-tools": "asked",
  "apps-view-calls-valid-args": "asked",
  "apps-view-respects-hostcaps": "connected",
  "apps-view-display-mode": "asked",
  "apps-view-open-link": "loaded",
  "apps-view-message-shape": "asked",
  "apps-view-storage-guard": "connected",
  "apps-view-no-top-access": "loaded",
  "apps-view-no-host-globals": "loaded",
  "apps-view-a11y-min": "loaded",
} as const satisfies Record<string, Reach>;

/** The checks of views. */
export type ViewCheckId = keyof typeof REACHES;

const NOT_REACHED: Record<Reach, string> = {
  loaded: "",
  asked: "it never sent ui/initialize",
  understood: "no host could take its ui/initialize",
  connected: "it never ended the handshake",
};

/** Why a check cannot judge a view that came no further than this, or `undefined`. */
export function unreached(main: VisitRecord, reach: Reach): string | undefined {
  const steps: [Reach, boolean][] = [
    ["asked", hasAsked(main)],
    ["understood", initializeOf(main) !== undefined && isUnderstood(main)],
    ["connected", main.readyMs !== undefined],
  ];
  const order: Reach[] = ["loaded", "asked", "understood", "connected"];
  const missed = steps.find(([step, isReached]) => !isReached && order.indexOf(step) <= order.indexOf(reach));
  return missed && NOT_REACHED[missed[0]];
}

/** The view has sent `ui/initialize`: as an object, or as a text. */
export function hasAsked(main: VisitRecord): boolean {
  return fromView(main).some((message) => member(message.json ?? textMessage(message), "method") === "ui/initialize");
}

function isUnderstood(main: VisitRecord): boolean {
  const json = initializeOf(main)?.json;
  const id = member(json, "id");
  return member(json, "jsonrpc") === "2.0" && (typeof id === "string" || typeof id === "number");
}
