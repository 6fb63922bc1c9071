import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** What is left of a command and of all that it started. */
export interface Left {
  /** Command lines of processes. */
  processes: string[];
  /** Names in its folder for temporary files. */
  files: string[];
  /** Ports on which something still listens. */
  ports: number[];
}

/** Watches a command from its start: its processes, and the ports on which they listen. */
export interface Traces {
  /** Process ids of its browser's processes of this type, once there are any. `browser`: the one that started the others. */
  browserProcesses(type: "browser" | "renderer"): Promise<number[]>;
  /** How many have been there: so that a test cannot pass since nothing was seen. */
  seen(): { processes: number; browsers: number; ports: number };
  /** What there still is after its end; a killed process has a moment to go. */
  left(): Promise<Left>;
}

interface Process {
  id: number;
  parent: number;
  group: number;
  /** Ticks since the system started. With the id it is unique. */
  started: string;
  command: string;
}

/** `id`: that of the command. `folder`: its TMPDIR, which nothing else has in its environment or among its arguments. */
export function traces(id: number, folder: string): Traces {
  const known = new Set<string>();
  const browsers = new Set<string>();
  const groups = new Set<number>();
  const ids = new Set([id]);
  const sockets = new Map<string, number>();

  const look = () => {
    const all = processes();
    for (let count = -1; count !== ids.size; ) {
      count = ids.size;
      for (const each of all) {
        if (!ids.has(each.parent) && !groups.has(each.group) && !ids.has(each.id) && !belongsTo(each, folder)) continue;
        ids.add(each.id);
        if (each.group === each.id) groups.add(each.group);
      }
    }
    const ours = all.filter((each) => ids.has(each.id) && each.id !== id);
    for (const each of ours) {
      known.add(keyOf(each));
      // A process that a browser has just forked still bears its command.
      const isForked = all.some((other) => other.id === each.parent && typeOf(other.command) === "browser");
      if (typeOf(each.command) === "browser" && !isForked) browsers.add(keyOf(each));
    }
    const listening = listeners();
    for (const each of [id, ...ours.map((one) => one.id)]) {
      for (const socket of socketsOf(each)) {
        const port = listening.get(socket);
        if (port !== undefined) sockets.set(socket, port);
      }
    }
    return ours;
  };
  const timer = setInterval(look, 100);

  return {
    async browserProcesses(type) {
      for (;;) {
        const found = look().filter(({ command }) => typeOf(command) === type);
        if (found.length > 0) return found.map((each) => each.id);
        await pause();
      }
    },
    seen: () => ({ processes: known.size, browsers: browsers.size, ports: sockets.size }),
    async left() {
      clearInterval(timer);
      for (let tries = 0; tries < 60 && look().length > 0; tries++) await pause();
      const listening = listeners();
      return {
        processes: look()
          .filter((each) => known.has(keyOf(each)))
          .map(({ command }) => command.replaceAll("\0", " ")),
        files: readdirSync(folder),
        ports: [...sockets].flatMap(([socket, port]) => (listening.has(socket) ? [port] : [])),
      };
    },
  };
}

function processes(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const fields = read(name, "stat")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [state, parent, group] = fields;
    if (state === undefined || parent === undefined || state === "Z" || state === "X") return [];
    const ids = { id: Number(name), parent: Number(parent), group: Number(group) };
    return [{ ...ids, started: fields[19] ?? "", command: read(name, "cmdline") }];
  });
}

function belongsTo({ id, command }: Process, folder: string): boolean {
  return command.includes(`${folder}/`) || read(String(id), "environ").includes(`=${folder}/mcptest-browser`);
}

function keyOf({ id, started }: Process): string {
  return `${id} ${started}`;
}

function typeOf(command: string): string | undefined {
  if (!command.includes("--headless") && !command.includes("--type=")) return undefined;
  return /--type=([\w-]+)/.exec(command)?.[1] ?? (command.startsWith("/bin/sh") ? "shell" : "browser");
}

/** Ports of listening sockets, by inode. */
function listeners(): Map<string, number> {
  const lines = ["tcp", "tcp6"].flatMap((name) => read("net", name).split("\n").slice(1));
  return new Map(
    lines.flatMap((line): [string, number][] => {
      const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      return state === "0A" && inode !== undefined ? [[inode, Number.parseInt(local.split(":")[1] ?? "", 16)]] : [];
    }),
  );
}

function socketsOf(id: number): string[] {
  try {
    return readdirSync(`/proc/${id}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${id}/fd/${fd}`))?.slice(1, 2) ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

function read(folder: string, file: string): string {
  try {
    return readFileSync(`/proc/${folder}/${file}`, "latin1");
  } catch {
    return "";
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
