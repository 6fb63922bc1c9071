import {
  type Check,
  came,
  type Exchange,
  errorOf,
  excerpt,
  excused,
  expand,
  type Json,
  mayInvoke,
  mayMatch,
  member,
  normalForm,
  type PackContext,
  readTemplate,
  resultOf,
  say,
  type UriTemplate,
  type Verdict,
  valuesIn,
  withoutDot,
} from "@mcptest/pack";
import { anyCheck } from "../define.js";
import { lists } from "../lists.js";
import type { NegotiationOptions } from "../options.js";

/** Resources and templates that are read. */
const MOST = 20;
/** Codes that say that there is no such resource, or that the request is wrong. Others tell of trouble behind the server. */
const REFUSALS: readonly Json[] = [-32602, -32002, -32601, -32600];
/** HTTP carries a URI in a header as well, and who is in between may take none of this length. */
const LONG_URI = 4_000;
const TOO_LONG = [400, 413, 414, 431];
const RULE = "B14: what a server lists can be read, byte for byte as it is listed";

/** What the parts of the check share. */
interface Reader {
  verdict: Verdict;
  read(uri: string): Promise<Exchange>;
}

/** B14. */
const listedReadable = anyCheck({
  id: "resources-listed-readable",
  category: "discovery",
  title: "What is listed can be read",
  description:
    "Each listed resource can be read by the very URI that the list gives, a template by an expansion of it; what no template matches gives an error.",
  level: "must",
  phase: "probe",
  contract: "B14",
  source: "server/resources",
  section: "Reading Resources",
  needs: { lists },
  async run({ lists: { resources, templates } }, verdict, context) {
    if (!resources.advertised) return verdict.notApplicable("the server advertises no resources");
    const all = {
      uris: resources.items.map((item) => member(item, "uri")).filter((uri) => typeof uri === "string"),
      texts: templates.items.map((item) => member(item, "uriTemplate")).filter((text) => typeof text === "string"),
    };
    const uris = all.uris.filter((uri) => !mayInvoke(uri));
    const texts = all.texts.filter((text) => !mayInvoke(text));
    const left = all.uris.length + all.texts.length - uris.length - texts.length;
    const leftAlone = `${left} mcp-extensions:// addresses were left alone: reading one may call a method of an extension`;
    if (uris.length + texts.length === 0)
      return verdict.notApplicable(left > 0 ? leftAlone : "the server lists no resources and no templates");
    if (left > 0) verdict.note(leftAlone);
    const reader = { verdict, read: readerOf(context) };
    const readable: string[] = [];
    for (const uri of new Set(uris.slice(0, MOST))) if (await judgeListed(reader, uri)) readable.push(uri);
    const simple = texts.slice(0, MOST).map(readTemplate);
    for (const template of simple) {
      if (template) await judgeTemplate(reader, template, { readable, uris, texts });
    }
    if (uris.length > MOST) verdict.note(`of ${uris.length} listed resources the first ${MOST} were read`);
  },
});

function readerOf({ host, connection }: PackContext<NegotiationOptions>): Reader["read"] {
  return (uri) => host.exchange(connection, { method: "resources/read", params: { uri } });
}

/** Reads a listed URI. True where contents came. */
async function judgeListed({ verdict, read }: Reader, uri: string): Promise<boolean> {
  const exchange = await read(uri);
  const about = { subject: uri };
  const sent = `resources/read of the listed ${excerpt(uri)}`;
  if (excused(verdict, exchange, sent, about)) return false;
  const fix = "compare the URI as the text that was listed; do not pass it through a parser that normalises it";
  const contents = member(resultOf(exchange), "contents");
  if (Array.isArray(contents) && contents.length > 0) {
    const given = contents.map((item) => member(item, "uri"));
    const near = given.find((other) => typeof other === "string" && normalForm(other) === normalForm(uri));
    if (!given.includes(uri) && near !== undefined) {
      const text = `contents[].uri is ${excerpt(near)}, which differs from what was asked for by normalisation alone`;
      verdict.warn(say({ sent, came: text, rule: RULE, fix }), [exchange.number], about);
    }
    return true;
  }
  const { status = 0, response } = exchange;
  if (uri.length > LONG_URI && response === undefined && TOO_LONG.includes(status)) {
    verdict.note(
      `${sent}: HTTP ${status}; its ${uri.length} characters are too many for a header`,
      [exchange.number],
      about,
    );
    return false;
  }
  const code = member(errorOf(exchange), "code");
  const text = say({ sent, came: came(exchange), rule: RULE, fix });
  if (typeof code === "number" && !REFUSALS.includes(code)) verdict.warn(text, [exchange.number], about);
  else verdict.fail(text, [exchange.number], about);
  return false;
}

/** What is listed beside a template. */
interface Listing {
  /** Listed URIs that could be read. */
  readable: readonly string[];
  uris: readonly string[];
  texts: readonly string[];
}

async function judgeTemplate(reader: Reader, template: UriTemplate, listing: Listing): Promise<void> {
  const { verdict } = reader;
  const found = listing.readable.flatMap((uri) => {
    const values = valuesIn(template, uri);
    return values ? [{ values, uri: expand(template, values, "encoded") }] : [];
  });
  // What is listed in this very form was read already.
  const unread = found.find(({ uri }) => !listing.uris.includes(uri));
  const values = found[0]?.values;
  if (unread) await judgeExpansion(reader, template, unread.uri);
  if (!values)
    verdict.note(`of the template ${excerpt(template.text)} no value is known, so that no expansion of it was read`);
  const invented = template.literals.slice(1).map((_, index) => `value${index + 1}`);
  const mutated = withoutDot(template);
  if (mutated) {
    const uri = expand(mutated, values ?? invented, "encoded");
    await judgeUnmatched(
      reader,
      template,
      uri,
      listing,
      "a dot of a literal stands for itself, and not for any character",
    );
  }
  await judgeUnmatched(reader, template, template.text, listing, "no expansion has braces in it");
}

/** Reads the expansion whose literals are encoded. Its raw form is a listed URI, or nothing that has to be read. */
async function judgeExpansion({ verdict, read }: Reader, template: UriTemplate, uri: string): Promise<void> {
  const exchange = await read(uri);
  const about = { subject: template.text };
  const sent = `resources/read of ${excerpt(uri)}, an expansion of the template ${excerpt(template.text)}`;
  if (excused(verdict, exchange, sent, about) || hasContents(exchange)) return;
  const code = member(errorOf(exchange), "code");
  const text = say({
    sent,
    came: `${came(exchange)}; with the literals as they stand it can be read`,
    rule: "B14: an advertised template can be read by its expansion, in which literals are encoded (RFC 6570, 3.1)",
    fix: "match the encoded form of the literals of a template, too",
  });
  if (typeof code === "number" && !REFUSALS.includes(code)) verdict.warn(text, [exchange.number], about);
  else verdict.fail(text, [exchange.number], about);
}

/** Reads what looks like the template and is no expansion of it. Where anything at all gives contents, A28 says so. */
async function judgeUnmatched(
  { verdict, read }: Reader,
  template: UriTemplate,
  uri: string,
  { uris, texts }: Listing,
  because: string,
): Promise<void> {
  const others = texts.filter((text) => text !== template.text);
  if (uris.includes(uri) || others.some((other) => mayMatch(other, uri))) return;
  const exchange = await read(uri);
  if (!hasContents(exchange)) return;
  const control = await read(expand({ ...template, literals: template.literals.map(nonsense) }, ["x"], "encoded"));
  if (hasContents(control)) return;
  verdict.fail(
    say({
      sent: `resources/read of ${excerpt(uri)}, which the template ${excerpt(template.text)} does not match`,
      came: `contents came: ${excerpt(member(resultOf(exchange), "contents"), 120)}`,
      rule: `B14: a URI that is neither listed nor an expansion of a template gives an error; ${because}`,
      fix: "match templates with a library for RFC 6570, or escape the literals, and take no brace for a value",
    }),
    [exchange.number],
    { subject: template.text, variant: uri === template.text ? "braces" : "dot" },
  );
}

/** A literal that has letters where the true one has others. */
function nonsense(literal: string): string {
  return literal.replace(/[A-Za-z]+(?=[^A-Za-z:]*$)/, "nothing-here");
}

function hasContents(exchange: Exchange): boolean {
  const contents = member(resultOf(exchange), "contents");
  return Array.isArray(contents) && contents.length > 0;
}

/** B14. */
export const listedReadableChecks: Check[] = [listedReadable];
