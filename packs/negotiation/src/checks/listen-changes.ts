import { type Check, member, say } from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { changes, LISTS } from "../listen/changes.js";
import { notRequested } from "../listen/traffic.js";
import { recorded } from "../record.js";
import { report } from "../sightings.js";

const NOTHING = "the call of changeList changed no list, and nothing was told";

/** F05. */
const onlyRequested = modernCheck({
  id: "listen-only-requested",
  category: "listen",
  title: "A subscription carries what was asked for",
  description: "While a list changes, no listen is told of a type that its filter leaves out or sets to false.",
  level: "must",
  contract: "F05",
  source: "basic/patterns/subscriptions",
  phase: "change",
  mayChange: true,
  needs: { changes },
  async run({ changes: { changed, told, call, listens } }, verdict, context) {
    const found = notRequested(await recorded(context));
    report(verdict, found);
    if (found.length > 0) return;
    if (changed.length === 0 && told.size === 0) {
      verdict.couldNotRun(NOTHING, { origin: "environment", evidence: [call] });
    } else verdict.pass({ subject: "subscriptions/listen" }, [call, ...listens.values()]);
  },
});

/** F17. */
const changeSent = modernCheck({
  id: "listen-change-sent",
  category: "listen",
  title: "A change of a list is told",
  description: "A server with listChanged tells an open listen, which asked for it, that the list has changed.",
  level: "should",
  contract: "F17",
  source: "server/tools",
  phase: "change",
  mayChange: true,
  needs: { changes },
  run({ changes: { changed, told, agreed, call, listens } }, verdict, { negotiated }) {
    if (changed.length === 0) {
      if (told.size > 0) verdict.notApplicable("the lists are what they were, though a change was told");
      else verdict.couldNotRun(NOTHING, { origin: "environment", evidence: [call] });
      return;
    }
    const due = LISTS.filter(
      ({ capability }) =>
        changed.includes(capability) && member(member(negotiated.capabilities, capability), "listChanged") === true,
    );
    if (due.length === 0) verdict.notApplicable(`listChanged is not advertised for ${changed.join(", ")}`);
    for (const { capability, field } of due) {
      const listen = listens.get(capability);
      const evidence = listen === undefined ? [call] : [call, listen];
      const about = { subject: `notifications/${capability}/list_changed` };
      if (told.has(capability)) verdict.pass(about, evidence);
      else if (!agreed.has(capability)) verdict.note(`the listen was not agreed to ${field}`, evidence, about);
      else {
        verdict.warn(
          say({
            sent: `subscriptions/listen with ${field}, then the call of changeList, which changed the ${capability}`,
            came: `no notifications/${capability}/list_changed within 5 s`,
            rule: "F17: a server that advertises listChanged: true tells open subscriptions of a change",
            fix: `send notifications/${capability}/list_changed to each subscription that agreed to ${field}, or do not advertise listChanged`,
          }),
          evidence,
          about,
        );
      }
    }
  },
});

/** Rows that a change of a list shows. */
export const listenChangeChecks: Check[] = [onlyRequested, changeSent];
