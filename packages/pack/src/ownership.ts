import { type Exchange, sentJson } from "./exchange.js";
import { parseExtensionId } from "./extensions/index.js";
import { isObject, member } from "./json.js";

/** Which exchanges an entry of the table is about. Members that are given must all hold; of a list any entry will do. */
export interface OwnedExchanges {
  /** Method of the request. */
  methods?: readonly string[];
  /** `resultType` of the result. */
  resultType?: string;
  /** Method of a notification that came in the exchange. */
  notifications?: readonly string[];
  /** Member of the filter that a `subscriptions/listen` asks for. */
  listensFor?: string;
  /** A `_meta` key that stands in the request or in what came. */
  metaKey?: readonly string[];
  /** The owner sent the request itself. */
  sentByOwner?: true;
  /** Subject of the finding. */
  subject?: string;
  /** Beginning of the subject of the finding. */
  subjectPrefix?: string;
  /** The subject of the finding is another id, which this extension is probably meant by. */
  lookAlikeOf?: string;
}

/** One entry of the table of owners. */
export interface Ownership {
  /** Rows of the contract that are silent. */
  silent: readonly string[];
  /** Id of the extension of the pack that has them. Default `*`. */
  of?: string;
  /**
   * Id of the extension whose pack reports in their place, where it runs in the same lane; `*` for a pack without one, which
   * owns what it says of ids in general.
   */
  extension: string;
  /** Its rows; one of them has to be judged in the lane. */
  owners: readonly string[];
  where: OwnedExchanges;
}

const TASKS = "io.modelcontextprotocol/tasks";
const APPS = "io.modelcontextprotocol/ui";
const CAPABILITIES = ["server/discover", "initialize"];
const TASK_METHODS = ["tasks/get", "tasks/update", "tasks/cancel", "tasks/list", "tasks/result"];
const LEGACY_TASK_KEYS = ["io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response"];

/**
 * Where two rows of the contract see the same bytes, the row of the extension's own pack reports and the general one is
 * silent (I.6). The host applies it after the run: it leaves out the findings of a silent row all of whose evidence is
 * owned.
 */
export const OWNERSHIP: readonly Ownership[] = [
  { silent: ["E12"], extension: TASKS, owners: ["I02"], where: { methods: TASK_METHODS } },
  {
    silent: ["E05", "E15", "E22", "G02"],
    extension: TASKS,
    owners: ["I07", "I08", "I09", "I18"],
    where: { resultType: "task" },
  },
  {
    silent: ["E06", "E07", "A70"],
    extension: TASKS,
    owners: ["I10"],
    where: { methods: ["tools/call"], sentByOwner: true },
  },
  { silent: ["G01"], extension: TASKS, owners: ["I18", "I27", "I32"], where: { methods: TASK_METHODS } },
  { silent: ["A21"], extension: TASKS, owners: ["I36", "I37", "I39", "I40"], where: { methods: TASK_METHODS } },
  { silent: ["A18", "E14"], extension: TASKS, owners: ["I37"], where: { methods: TASK_METHODS } },
  { silent: ["A18", "E14"], extension: TASKS, owners: ["I37"], where: { listensFor: "taskIds" } },
  { silent: ["A70"], extension: TASKS, owners: ["I38"], where: { methods: TASK_METHODS } },
  {
    silent: ["A25", "E05", "F01", "F05", "F16"],
    extension: TASKS,
    owners: ["I43"],
    where: { notifications: ["notifications/tasks"] },
  },
  { silent: ["F04"], extension: TASKS, owners: ["I44"], where: { notifications: ["notifications/tasks"] } },
  { silent: ["F03"], extension: TASKS, owners: ["I45"], where: { listensFor: "taskIds" } },
  { silent: ["F06", "A22"], extension: TASKS, owners: ["I46"], where: { listensFor: "taskIds" } },
  { silent: ["F06", "A22"], extension: TASKS, owners: ["I46"], where: { resultType: "task" } },
  { silent: ["D03"], extension: TASKS, owners: ["I58"], where: { metaKey: LEGACY_TASK_KEYS } },
  { silent: ["A16"], extension: TASKS, owners: ["I59"], where: { methods: TASK_METHODS } },
  {
    silent: ["apps-ext-id-misspelt"],
    of: APPS,
    extension: "*",
    owners: ["D04", "D05"],
    where: { methods: CAPABILITIES, lookAlikeOf: APPS },
  },
  {
    silent: ["E02"],
    extension: APPS,
    owners: ["apps-ext-settings-object"],
    where: { methods: CAPABILITIES, subject: APPS },
  },
  {
    silent: ["E23"],
    extension: APPS,
    owners: ["apps-ext-id-misspelt"],
    where: { methods: CAPABILITIES, subject: APPS },
  },
  {
    silent: ["B14"],
    extension: APPS,
    owners: ["apps-resource-exists", "apps-read-single"],
    where: { methods: ["resources/read"], subjectPrefix: "ui://" },
  },
  {
    silent: ["A15", "A28"],
    extension: APPS,
    owners: ["apps-unknown-ui-uri", "apps-resource-exists"],
    where: { methods: ["resources/read"], sentByOwner: true },
  },
];

/** What is asked of the table. */
export interface OwnedFinding {
  row: string;
  /** Extension of the pack that found it. Default `*`. */
  of?: string;
  /** Subject of the finding. */
  subject?: string;
  /** Extension of the pack that sent the exchange. */
  sentBy?: string;
}

/** The entries of the table by which a row is silent on `exchange`. */
export function ownersOf(exchange: Exchange, { row, of = "*", subject, sentBy }: OwnedFinding): readonly Ownership[] {
  return OWNERSHIP.filter(
    ({ silent, of: finder = "*", extension, where }) =>
      finder === of &&
      silent.includes(row) &&
      isOwned(exchange, where, sentBy === extension) &&
      isAbout(subject, where),
  );
}

function isAbout(about: string | undefined, { subject, subjectPrefix, lookAlikeOf }: OwnedExchanges): boolean {
  if (subject !== undefined && about !== subject) return false;
  if (subjectPrefix !== undefined && !about?.startsWith(subjectPrefix)) return false;
  return lookAlikeOf === undefined || (about !== undefined && isLookAlike(about, lookAlikeOf));
}

/**
 * True where a key was probably meant as an official id, and is another one: dotted, in another case, by an old name, with one
 * slip, or a flat key that is the last part of any of these.
 */
export function isLookAlike(key: string, official: string): boolean {
  if (/[./]/.test(key)) return parseExtensionId(key).didYouMean === official;
  const whole = `${official.slice(0, official.lastIndexOf("/") + 1)}${key.toLowerCase()}`;
  return whole === official || parseExtensionId(whole).didYouMean === official;
}

function isOwned(exchange: Exchange, where: OwnedExchanges, byOwner: boolean): boolean {
  const { methods, resultType, notifications, listensFor, metaKey, sentByOwner } = where;
  if (methods && (exchange.method === undefined || !methods.includes(exchange.method))) return false;
  if (resultType !== undefined && !hasResultType(exchange, resultType)) return false;
  if (notifications && !exchange.messages.some(({ json }) => isOneOf(member(json, "method"), notifications)))
    return false;
  if (listensFor !== undefined && !listensWith(exchange, listensFor)) return false;
  if (metaKey && !metaKey.some((key) => hasText(exchange, JSON.stringify(key)))) return false;
  return !sentByOwner || byOwner;
}

function hasResultType(exchange: Exchange, resultType: string): boolean {
  return exchange.messages.some(({ json }) => member(member(json, "result"), "resultType") === resultType);
}

function isOneOf(value: unknown, known: readonly string[]): boolean {
  return typeof value === "string" && known.includes(value);
}

function listensWith(exchange: Exchange, name: string): boolean {
  if (exchange.method !== "subscriptions/listen") return false;
  const filter = member(member(sentJson(exchange), "params"), "notifications");
  return isObject(filter) && Object.hasOwn(filter, name);
}

function hasText({ request, messages }: Exchange, text: string): boolean {
  return request?.body.includes(text) === true || messages.some(({ raw }) => raw.includes(text));
}
