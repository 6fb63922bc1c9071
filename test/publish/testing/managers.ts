import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Shim } from "./tools.js";

/** A way of installing packages. */
export interface Manager {
  name: string;
  /** Where its command lies; absent: beside node. */
  shim?: Shim;
  install: string;
  /** What stands before a command of the project. */
  exec: string;
  /** What runs a module of the project, where that is not node itself. */
  node?: string;
  /** How its users add a development dependency. */
  add: string;
  /** Files that make a folder a project of its kind, beside its package.json. */
  files(url: string): Record<string, string>;
}

const npm: Manager = {
  name: "npm",
  install: "npm install --no-audit --no-fund",
  exec: "npm exec --no --",
  add: "npm install --save-dev",
  files: () => ({}),
};

const pnpm: Manager = {
  name: "pnpm",
  shim: "pnpm",
  install: "pnpm install",
  exec: "pnpm exec",
  add: "pnpm add --save-dev",
  files: () => ({}),
};

const yarnClassic: Manager = {
  name: "yarn 1",
  shim: "yarn-classic",
  install: "yarn install --no-progress",
  exec: "yarn --silent run",
  add: "yarn add --dev",
  files: () => ({ "yarn.lock": "" }),
};

function yarnBerry(name: string, nodeLinker: string): Manager {
  return {
    name,
    shim: "yarn-berry",
    install: "yarn install",
    exec: "yarn run",
    node: "yarn node",
    add: "yarn add --dev",
    files: (url) => ({ "yarn.lock": "", ".yarnrc.yml": berrySettings(url, nodeLinker) }),
  };
}

/** YAML is a superset of JSON. The age gate would refuse what was published a moment ago. */
function berrySettings(url: string, nodeLinker: string): string {
  return JSON.stringify({
    nodeLinker,
    npmRegistryServer: url,
    unsafeHttpWhitelist: ["127.0.0.1"],
    npmMinimalAgeGate: 0,
    enableTelemetry: false,
    enableGlobalCache: false,
  });
}

/** Every package manager, and each of its layouts. */
export const MANAGERS: readonly Manager[] = [
  npm,
  pnpm,
  { ...pnpm, name: "pnpm, hoisted", files: () => ({ ".npmrc": "node-linker=hoisted\n" }) },
  yarnClassic,
  yarnBerry("yarn 4, node_modules", "node-modules"),
  yarnBerry("yarn 4, Plug'n'Play", "pnp"),
];

/** The environment of a package manager: nothing of ours, and a home folder of these tests, with all caches. */
export function managerEnvironment(folder: string, { shim }: Pick<Manager, "shim"> = {}): Record<string, string> {
  const paths = [...(shim ? [join(folder, "bin", shim)] : []), process.env.PATH ?? ""];
  return { PATH: paths.join(":"), HOME: join(folder, "home") };
}

/** Makes the home folder, which knows the registry at `url`. One that anybody may publish to still wants a token. */
export function writeHome(folder: string, url: string): void {
  const settings = [`registry=${url}/`, `${url.replace("http:", "")}/:_authToken=nobody`, "update-notifier=false"];
  mkdirSync(join(folder, "home"), { recursive: true });
  writeFileSync(join(folder, "home/.npmrc"), settings.map((line) => `${line}\n`).join(""));
}
