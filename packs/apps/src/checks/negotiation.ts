import { type Check, unavailable } from "@mcptest/pack";
import { found, isNone, listProblem, NO_APP } from "../apps.js";
import { wireCheck } from "../define.js";

const present = wireCheck({
  id: "apps-present",
  category: "negotiation",
  title: "The server offers an app",
  description: "At least one tool names a view, or one ui:// resource is listed.",
  level: "info",
  phase: "list",
  source: "mcptest",
  needs: { found },
  run({ found: apps }, verdict, { asked }) {
    if (!isNone(apps)) return verdict.pass();
    const problem = listProblem(apps);
    if (problem !== undefined) return verdict.couldNotRun(problem, { origin: "environment" });
    if (!asked) throw unavailable(NO_APP, { notApplicable: true });
    verdict.couldNotRun(`${NO_APP}; name a view in _meta.ui.resourceUri of a tool`, {
      evidence: [...apps.shown.tools.pages, ...apps.shown.resources.pages],
    });
  },
});

export const negotiationChecks: Check[] = [present];
