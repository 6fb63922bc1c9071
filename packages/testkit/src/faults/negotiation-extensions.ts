import { ERROR, member } from "@mcptest/pack";
import { declaresToy, TOY_ID } from "../generic/declared.js";
import { textResource } from "../generic/resource-list.js";
import { invalidParams, rpcError } from "../protocol/json-rpc.js";
import { frameworkFaults, generic, type Where } from "./groups.js";
import { extensionCallFaults } from "./negotiation-extension-calls.js";
import {
  declaredIn,
  hasMalformedToy,
  having,
  lacking,
  onCard,
  refused,
  result,
  TASKS,
  ticking,
  withMeta,
} from "./negotiation-extension-hooks.js";
import { advertising, extensionIdFaults } from "./negotiation-extension-ids.js";
import { answering, onResult, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const MODERN: Where = { eras: ["modern"] };
const INTERCEPTORS = "io.modelcontextprotocol/interceptors";
const SKILLS = "io.modelcontextprotocol/skills";

/** Use of what is not advertised (E12). */
const advertised = frameworkFaults("E12", "ext-advertised-in-discover", "warning", MODERN, [
  {
    name: "skill-resource-unadvertised",
    description: "Lists a skill:// resource, and does not advertise Skills",
    hooks: generic({ resources: [textResource("skill:///greet/SKILL.md", "greet", "# Greet")] }),
  },
  {
    name: "skill-meta-unadvertised",
    description: "A tool has a key of Skills in _meta, and Skills is not advertised",
    hooks: onResult("tools/list", (given) => withMeta(given, { "io.modelcontextprotocol.skills/license": "MIT" })),
  },
  {
    name: "ext-notification-unadvertised",
    description: "Sends notifications/tasks during a call, and does not advertise Tasks",
    hooks: ticking(),
  },
  {
    name: "ext-required-unadvertised",
    description: "toy_card asks for com.example/other where it is not declared, and does not advertise it",
    hooks: onCard(
      (call) => declaresToy(call) && !Object.hasOwn(declaredIn(call), "com.example/other"),
      (call) => lacking(call, { extensions: { "com.example/other": {} } }),
    ),
  },
]);

/** What a server does not know of its client, and holds against it (E13). */
const unknown = frameworkFaults("E13", "ext-unknown-tolerated", "failed", MODERN, [
  {
    name: "unknown-extension-refused",
    description: "Refuses tools/list of a client that declares an extension which is not advertised",
    hooks: answering("tools/list", (call, next) =>
      Object.keys(declaredIn(call)).some((id) => id !== TOY_ID)
        ? refused(call, invalidParams("Unknown extension"))
        : next(),
    ),
  },
  {
    name: "unknown-extension-fewer-tools",
    description: "Lists fewer tools to a client that declares an extension which is not advertised",
    hooks: onResult("tools/list", (given, call) => {
      const isKnown = Object.keys(declaredIn(call)).every((id) => id === TOY_ID);
      return isKnown || !Array.isArray(given.tools) ? given : { ...given, tools: given.tools.slice(0, 1) };
    }),
  },
  {
    name: "unknown-capability-refused",
    description: "Refuses tools/call of a client with a capability that the revision does not define",
    hooks: answering("tools/call", (call, next) => {
      const known = ["experimental", "roots", "sampling", "elicitation", "extensions"];
      return Object.keys(call.declared).every((name) => known.includes(name))
        ? next()
        : refused(call, invalidParams("Unrecognized key in clientCapabilities"));
    }),
  },
]);

/** Methods of extensions for everybody, and for nobody (E14). */
const gated = frameworkFaults("E14", "ext-methods-gated", "failed", MODERN, [
  {
    name: "ext-method-not-there",
    description: "Advertises Tasks, and has no tasks/get",
    hooks: advertising([TASKS, {}]),
  },
  {
    name: "ext-method-ungated",
    description: "Advertises Tasks, and answers tasks/get of a client that does not declare it",
    hooks: having(TASKS, "tasks/get", (call) => result(call, { taskId: "mcptest-no-such-task", status: "working" })),
  },
  {
    name: "ext-method-invalid-request",
    description: "Advertises Tasks, and answers an undeclared tasks/get with -32600",
    hooks: having(TASKS, "tasks/get", (call) => refused(call, rpcError(ERROR.invalidRequest, "Not allowed"))),
  },
]);

const gatedMildly = frameworkFaults("E14", "ext-methods-gated", "warning", MODERN, [
  {
    name: "ext-experiment-ungated",
    description: "Advertises interceptors, and answers interceptors/list of a client that does not declare them",
    hooks: having(INTERCEPTORS, "interceptors/list", (call) => result(call, { interceptors: [] })),
  },
  {
    name: "ext-experiment-hidden",
    description: "Advertises interceptors, and answers interceptors/list with -32601 where they are not declared",
    hooks: advertising([INTERCEPTORS, {}]),
  },
]);

/** Types of results that nobody advertises (E15). */
const resultType = frameworkFaults("E15", "ext-result-type-known", "failed", MODERN, [
  {
    name: "ext-result-unadvertised",
    description: "toy_card gives the result of the toy extension, which is not advertised",
    hooks: {
      ...generic({ toyActive: () => true }),
      capabilities: (given) => without(given, "extensions"),
    },
  },
  {
    name: "ext-task-unadvertised",
    description: "toy_card gives a task, and Tasks is not advertised",
    hooks: onCard(
      () => true,
      (call) => result(call, { resultType: "task", taskId: "1", status: "working", content: [] }),
    ),
  },
]);

/** What is offered to everybody (E22). */
const offer = frameworkFaults("E22", "ext-check-before-offer", "warning", MODERN, [
  {
    name: "ext-meta-for-all",
    description: "tools/list has members of the toy extension in _meta for every client",
    hooks: onResult("tools/list", (given) => withMeta(given, { [TOY_ID]: { suits: 4 } })),
  },
  {
    name: "ext-meta-prefix-for-all",
    description: "tools/list has keys under com.example.toy/ in _meta for every client",
    hooks: onResult("tools/list", (given) => withMeta(given, { "com.example.toy/suits": 4 })),
  },
]);

/** Extensions that are advertised and not there (E27). */
const present = frameworkFaults("E27", "ext-advertised-present", "warning", MODERN, [
  {
    name: "skills-not-there",
    description: "Advertises Skills, and has no skills/list",
    hooks: advertising([SKILLS, {}]),
  },
]);

/** Advertisements that depend on who asks (E28). */
const toAll = frameworkFaults("E28", "ext-advertised-to-all", "warning", MODERN, [
  {
    name: "ext-advertised-to-some",
    description: "Advertises com.example/more only to clients that declare some extension",
    hooks: {
      capabilities: (given, era, call) =>
        Object.keys(declaredIn(call)).length > 0
          ? (advertising(["com.example/more", {}]).capabilities?.(given, era, call) ?? given)
          : given,
    },
  },
  {
    name: "capability-to-some",
    description: "States logging only to clients that declare no extension",
    hooks: {
      capabilities: (given, _era, call) =>
        Object.keys(declaredIn(call)).length > 1 ? without(given, "completions", "logging") : given,
    },
  },
]);

/** Breaks under the same id (E11), seen from the settings `{"version":"1.0"}`. */
const breaking = frameworkFaults("E11", "ext-breaking-change-new-id", "failed", MODERN, [
  {
    name: "ext-setting-removed",
    description: "The settings of the toy extension have no version any more",
    hooks: generic({ toySettings: {} }),
  },
  {
    name: "ext-setting-retyped",
    description: "The version in the settings of the toy extension is a number now",
    hooks: generic({ toySettings: { version: 1 } }),
  },
]);

/** What a server may do with extensions. */
const variants = faultGroup({ kind: "variant", on: "generic", eras: ["modern"], transports: ANY_TRANSPORT }, [
  {
    name: "ext-settings-asked",
    description: "toy_card asks a client that declares the toy extension for a setting, and serves it then",
    hooks: {
      // A notification ahead of the refusal would begin a stream, whose status is 200.
      ...generic({ ticks: () => false }),
      ...onCard(
        (call) => declaresToy(call) && member(declaredIn(call)[TOY_ID], "version") === undefined,
        (call) => lacking(call, { extensions: { [TOY_ID]: { version: "1.0" } } }),
      ),
    },
  },
  {
    name: "ext-settings-grown",
    description: "The settings of the toy extension have another version and one more member",
    owner: { rule: "E11", check: "ext-breaking-change-new-id", verdict: "passed" },
    hooks: generic({ toySettings: { version: "1.1", suits: 4 } }),
  },
  {
    name: "ext-settings-refused-politely",
    description: "Refuses settings of the toy extension that are no object with -32602",
    hooks: onCard(hasMalformedToy, (call) => refused(call, invalidParams("settings must be an object"))),
  },
  {
    name: "ext-meta-where-declared",
    description: "tools/list has members of the toy extension in _meta for clients that declare it",
    hooks: onResult("tools/list", (given, call) =>
      declaresToy(call) ? withMeta(given, { [TOY_ID]: { suits: 4 } }) : given,
    ),
  },
  {
    name: "ext-apps-inert",
    description: "Lists a ui:// resource and a tool that names it, and does not advertise Apps",
    hooks: {
      ...generic({ resources: [textResource("ui://card/view.html", "view", "<p>Card</p>")] }),
      ...onResult("tools/list", (given) => withMeta(given, { ui: { resourceUri: "ui://card/view.html" } })),
    },
  },
  {
    name: "ext-method-gated",
    description: "Advertises Tasks, and refuses an undeclared tasks/get with -32021",
    hooks: having(TASKS, "tasks/get", (call) => lacking(call, { extensions: { [TASKS]: {} } })),
  },
  {
    name: "ext-method-unknown-task-first",
    description:
      "Advertises Tasks, and says of a task that does not exist that it does not, before it looks at the declaration",
    hooks: having(TASKS, "tasks/get", (call) => refused(call, invalidParams("Task not found"))),
  },
  {
    name: "skills-undeclared",
    description: "Advertises Skills, and answers skills/list of everybody",
    hooks: having(SKILLS, "skills/list", (call) => result(call, { skills: [], ttlMs: 0, cacheScope: "public" })),
  },
]);

/** Faults of the generic server: the rules of extension ids, declarations and fallback. */
export const extensionFaults: Fault[] = [
  ...extensionIdFaults,
  ...extensionCallFaults,
  ...advertised,
  ...unknown,
  ...gated,
  ...gatedMildly,
  ...resultType,
  ...offer,
  ...present,
  ...toAll,
  ...breaking,
  ...variants,
];
