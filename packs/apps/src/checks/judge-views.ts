import { excerpt, type Verdict } from "@mcptest/pack";
import type { Reads, ReadView } from "../reads.js";
import { tell } from "../tell.js";

/** What is wrong with a view. */
export interface WrongView {
  came: string;
  rule: string;
  fix: string;
  /** The milder outcome: a warning on a must, a note on what only warns. */
  warns?: boolean;
}

/** Judges each view that came with contents. */
export function judgeViews(
  verdict: Verdict,
  id: string,
  { views }: Pick<Reads, "views">,
  wrongOf: (view: ReadView) => WrongView | undefined,
): void {
  const readable = views.filter(({ contents }) => contents !== undefined && contents.length > 0);
  if (readable.length === 0) verdict.notApplicable("no view could be read");
  for (const view of readable) report(verdict, id, view, wrongOf(view));
}

/** Judges each view whose HTML is there. */
export async function judgePages(
  verdict: Verdict,
  id: string,
  { views }: Pick<Reads, "views">,
  wrongOf: (view: ReadView & { html: string }) => Promise<WrongView | undefined> | WrongView | undefined,
): Promise<void> {
  const pages = views.filter((view): view is ReadView & { html: string } => view.html !== undefined);
  if (pages.length === 0) verdict.notApplicable("no HTML of a view could be read");
  for (const view of pages) report(verdict, id, view, await wrongOf(view));
}

function report(verdict: Verdict, id: string, { uri, exchange }: ReadView, wrong: WrongView | undefined): void {
  const about = { subject: uri };
  const evidence = [exchange.number];
  if (wrong === undefined) {
    verdict.pass(about, evidence);
    return;
  }
  const { warns, ...words } = wrong;
  const text = tell({ id, sent: `resources/read of ${excerpt(uri, 120)}`, ...words });
  if (warns) verdict.warn(text, evidence, about);
  else verdict.fail(text, evidence, about);
}
