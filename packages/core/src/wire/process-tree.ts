import { spawnSync } from "node:child_process";
import { hasMarker, type ProcessRow, processRow, processTable } from "./process-table.js";

/**
 * The environment variable that marks a server and whatever it starts, so that a descendant which left the process
 * group is still found. Its value is a random id, not a secret; inside another marked process the ids are chained by
 * commas, so that the outer one still finds everything.
 */
export const MARKER = "MCPTEST_RUN";

/** A started process with all that descends from it. */
export interface ProcessTree {
  /** Pid of the process that we started; also the id of its process group (not on Windows). */
  readonly root: number;
  readonly marker: string;
  /** When the root started; see {@link ProcessRow.started}. */
  readonly started: string;
  /** Set when the root has ended and was collected: its pid may belong to a stranger from then on. */
  rootEnded: boolean;
  /** Members seen so far, pid to start. Keeps sight of those whose parent is gone. */
  readonly known: Map<number, string>;
}

/** The tree of a child that has just been started. */
export function processTree(root: number, marker: string): ProcessTree {
  return { root, marker, started: processRow(root)?.started ?? "", rootEnded: false, known: new Map() };
}

/**
 * Pids of the living members: the root, its process group, whatever descends from a member, and whatever carries the
 * marker. What left the group, cleared its environment and lost its parent before it was ever looked at is not found.
 */
export function treeMembers(tree: ProcessTree, table: ProcessRow[] = processTable() ?? []): number[] {
  const candidates = table.filter((row) => !row.zombie && row.pid !== process.pid);
  const groupIsOurs = !tree.rootEnded || candidates.some((row) => row.group === tree.root && isKnown(tree, row));
  const found = new Map<number, string>();
  const add = (row: ProcessRow) => {
    found.set(row.pid, row.started);
    tree.known.set(row.pid, row.started);
  };
  for (const row of candidates) {
    const isRoot = row.pid === tree.root && !tree.rootEnded;
    if (isRoot || isKnown(tree, row) || (groupIsOurs && row.group === tree.root) || isMarked(tree, row)) add(row);
  }
  for (let grew = found.size > 0; grew; ) {
    const before = found.size;
    for (const row of candidates) if (!found.has(row.pid) && found.has(row.parent)) add(row);
    grew = found.size > before;
  }
  return [...found.keys()];
}

/** Sends `signal` to every member of the trees. A process that is gone already is no error. */
export function signalTrees(trees: Iterable<ProcessTree>, signal: NodeJS.Signals): void {
  const table = processTable();
  for (const tree of trees) {
    if (table === undefined) taskkill(tree);
    else {
      const members = treeMembers(tree, table);
      // The group first and at once: between two kills of single processes one of them could start another.
      if (!tree.rootEnded || members.some((pid) => table.some((row) => row.pid === pid && row.group === tree.root)))
        signalProcess(-tree.root, signal);
      for (const pid of members) signalProcess(pid, signal);
    }
  }
}

/** Kills the trees and waits, synchronously and at most about a second, until nothing of them is left. */
export function killTreesNow(trees: ProcessTree[]): void {
  // Without this a run over HTTP would end with a look at every process of the machine.
  if (trees.length === 0) return;
  for (let round = 0; round < 100; round++) {
    signalTrees(trees, "SIGKILL");
    const table = processTable() ?? [];
    if (trees.every((tree) => treeMembers(tree, table).length === 0)) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

function isKnown(tree: ProcessTree, row: ProcessRow): boolean {
  return tree.known.get(row.pid) === row.started;
}

function isMarked(tree: ProcessTree, row: ProcessRow): boolean {
  // Nothing older than the root descends from it. On Linux the start is a count of ticks since the machine booted.
  if (Number(row.started) < Number(tree.started)) return false;
  return hasMarker(row.pid, MARKER, tree.marker);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile (ESRCH), or not ours to signal (EPERM).
  }
}

/** Windows has neither groups nor signals: the tree as far as its parents live. */
function taskkill(tree: ProcessTree): void {
  if (tree.rootEnded) return;
  spawnSync("taskkill", ["/pid", String(tree.root), "/T", "/F"], {
    stdio: "ignore",
    windowsHide: true,
    timeout: 5_000,
  });
}
