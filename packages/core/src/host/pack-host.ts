import {
  type CallOptions,
  type Connection,
  type Exchange,
  type HeaderList,
  type OpenOptions,
  type Pack,
  type PackHost,
  type RequestSpec,
  type ServerAnswer,
  type ServerRequest,
  type Stream,
  type Unavailable,
  unavailable,
} from "@mcptest/pack";
import type { MappedOf } from "../negotiation/mapped.js";
import type { Session } from "../negotiation/types.js";
import { timerDelay } from "../wire/limits.js";
import type { Target } from "../wire/types.js";
import type { ArtifactStore } from "./artifacts.js";
import { outsidePack } from "./containment.js";
import { orUnsent, redactedError } from "./door-errors.js";
import { mappedFor, uriFor } from "./extension-route.js";
import type { Gate } from "./gate.js";
import { cancelRequest, createHandles, endedConnection, type OpenConnection } from "./handles.js";
import type { LaneTranscript } from "./lane-transcript.js";
import type { LaneTrouble } from "./lane-trouble.js";
import { openProblem } from "./open-problem.js";
import { sleep, stopReason, untilStopped } from "./stop.js";

/** What a lane offers to every pack on it. */
export interface LaneAccess {
  /** The shared connection. */
  session: Session;
  transcript: LaneTranscript;
  /** Ids of the lane's connections; the host adds those it opens. */
  connections: Set<string>;
  trouble: LaneTrouble;
  artifacts: ArtifactStore;
  /** Headers of the second principal. No pack sees them. */
  secondIdentity?: HeaderList;
  /** Another way to reach the same server. */
  also?: Target;
  /** Passes every value through `structuredClone`, as an isolated pack would see it. */
  clone: boolean;
  /** Masks secrets in all that a pack is given: for packs that run elsewhere. In-process packs see raw answers. */
  redact?: <T>(value: T) => T;
  /** Holds back what the run does not permit. */
  gate?: Gate;
  /** What the server offers through resources on the lane of a session. */
  mapped: MappedOf;
}

/** Who asks, and until when. */
export interface DoorOptions {
  /** Id of the check, or `fixture:NAME`: the tag of everything sent. */
  check: string;
  /** When it is aborted, pending and later calls reject with its reason. */
  signal: AbortSignal;
  /** True for a check that says that it only reads the transcript: nothing may be sent or opened. */
  readsOnly?: boolean;
}

/** The door for one check or fixture: what it sends carries its name. */
export interface Door {
  host: PackHost;
  /** Ids of the artifacts that were attached through this door. */
  artifacts: readonly string[];
  /** The one cause of the lane, when something that went through this door met it. It may become known later. */
  blockedBy(): Unavailable | undefined;
  /** Why something that was asked for through this door was not sent: whatever the pack makes of it, it was not tried. */
  refusedBy(): Unavailable | undefined;
  /** True while an exchange of this door waits for its answer. */
  isAsking(): boolean;
  /** True once an exchange was asked for through this door after its end. */
  askedLate(): boolean;
  /** Ends the door: later calls reject. With `release`, what was opened through it is closed, without waiting. */
  close(options?: { release: boolean }): void;
}

/** The doors of one pack on one lane. Handles are shared between them, so that a check can use what a fixture opened. */
export interface PackDoors {
  /** Handle on the lane's shared connection. */
  connection: Connection;
  open(options: DoorOptions): Door;
  /** Closes whatever the pack has left open. */
  close(): Promise<void>;
}

/** Makes the host side of one pack on one lane. */
export function createPackHost(lane: LaneAccess, pack: Pick<Pack, "name" | "extension" | "routes">): PackDoors {
  const shared = lane.session;
  const handles = createHandles(shared, lane.secondIdentity, (id) => lane.connections.add(id));
  /** Work that nobody waits for until the pack is closed. */
  const closing: Promise<void>[] = [];
  const pass = <T>(value: T): T => (lane.redact ?? (lane.clone ? structuredClone : same))(value);

  function open(options: DoorOptions): Door {
    const artifacts: string[] = [];
    const opened: string[] = [];
    let ended = false;
    let blocked = false;
    let refused: Unavailable | undefined;
    let asking = 0;
    let askedLate = false;

    /** Every call of a pack: outside its own context, until the signal, its result copied when asked for. */
    function call<T>(work: () => Promise<T> | T): Promise<T> {
      return outsidePack(async () => {
        if (ended) throw unavailable("the check that this host was given to has ended", { origin: "pack" });
        if (options.signal.aborted) throw stopReason(options.signal);
        try {
          return pass(await untilStopped(options.signal, Promise.resolve(work())));
        } catch (thrown) {
          throw lane.redact ? redactedError(thrown, lane.redact) : thrown;
        }
      });
    }

    function ask<T>(work: () => Promise<T>): Promise<T> {
      askedLate ||= ended;
      return call(work);
    }

    /** The connection behind a handle. Nothing can be asked where the process has ended, and no answer is invented. */
    function alive(handle: Connection): OpenConnection {
      const connection = handles.connection(handle);
      if (!connection.session.wire.exit) return connection;
      if (connection.session !== shared) throw endedConnection(connection);
      blocked = true;
      throw lane.trouble.gone() ?? endedConnection(connection);
    }

    async function look(exchange: Exchange): Promise<void> {
      if (await lane.trouble.seenIn(exchange)) blocked = true;
    }

    function tagsFor(connection: OpenConnection, { defect }: RequestSpec) {
      const { session, identity } = connection;
      const tags = { lane: session.lane, pack: pack.name, check: options.check, identity };
      return defect === undefined ? tags : { ...tags, defect };
    }

    function mayAct(): void {
      if (!options.readsOnly) return;
      refused ??= unavailable("the check says that it only reads the transcript, and asks for more", {
        origin: "pack",
      });
      throw refused;
    }

    /** The request as it is sent, if it may be. A gate looks at a copy that no pack can change any more. */
    async function permitted(request: RequestSpec): Promise<RequestSpec> {
      mayAct();
      if (!lane.gate) return lane.clone ? structuredClone(request) : request;
      const spec = await orUnsent(() => structuredClone(request));
      refuse(await lane.gate.refusal(spec, { pack: pack.name, check: options.check }));
      return spec;
    }

    function refuse(refusal: Unavailable | undefined): void {
      if (!refusal) return;
      refused ??= refusal;
      throw refusal;
    }

    async function exchange(on: Connection, request: RequestSpec, route?: Exchange["route"]): Promise<Exchange> {
      const connection = alive(on);
      const spec = await permitted(request);
      asking++;
      const send = () => connection.session.request(spec, tagsFor(connection, spec), route);
      const result = await orUnsent(send).finally(() => {
        asking--;
      });
      await look(result);
      // Not waited for: a server that did not answer may take no notification either.
      if (result.outcome === "timeout") closing.push(cancelRequest(connection.session, result).catch(() => {}));
      return result;
    }

    async function listen(on: Connection, request: RequestSpec): Promise<Stream> {
      const connection = alive(on);
      const spec = await permitted(request);
      const { session } = connection;
      const start = () => session.stream(spec, tagsFor(connection, spec));
      const stream = await orUnsent(() => handles.listen(session, start));
      opened.push(stream.id);
      return stream;
    }

    async function openAnother(asked: OpenOptions): Promise<Connection> {
      const own = await orUnsent(() => structuredClone(asked));
      const { identity = "first", capabilities, defect, takeRequests, era, protocolVersion, handshake, also } = own;
      const wrong = openProblem(own);
      if (wrong !== undefined) throw unavailable(wrong, { origin: "pack" });
      const tags = { pack: pack.name, check: options.check };
      const isOwn = capabilities !== undefined || defect !== undefined;
      const initializeTags = isOwn ? { ...tags, ...(defect === undefined ? {} : { defect }) } : undefined;
      const connection = await handles.another({
        ...{ identity, capabilities, initializeTags, takeRequests, tags, era, protocolVersion, handshake },
        ...(also ? { also: alsoTarget() } : {}),
      });
      opened.push(connection.id);
      return connection;
    }

    function alsoTarget(): Target {
      if (lane.also) return lane.also;
      throw unavailable("the run has no other target for this server (--also TARGET)", { origin: "host" });
    }

    async function respond(on: Connection, request: ServerRequest, answer: ServerAnswer): Promise<Exchange> {
      const { session, identity } = alive(on);
      mayAct();
      refuse(lane.gate?.answerRefusal());
      const own = await orUnsent(() => structuredClone({ request, answer }));
      const body = await orUnsent(() => handles.requests(on)?.answer(own.request, own.answer));
      if (body === undefined) {
        throw unavailable("nothing was sent: no such request of the server waits for an answer", { origin: "pack" });
      }
      const tags = { lane: shared.lane, pack: pack.name, check: options.check, identity };
      const result = await session.respond(body, tags);
      await look(result);
      return result;
    }

    const host: PackHost = {
      open: (asked = {}) =>
        call(() => {
          mayAct();
          if (asked.fresh) return openAnother(asked);
          return asked.identity === "second" ? handles.second() : handles.shared;
        }),
      exchange: (on, request) => ask(() => exchange(on, request)),
      listen: (on, request) => call(() => listen(on, request)),
      next: (handle, withinMs) =>
        call(async () => {
          const open = handles.stream(handle);
          if (!open) return "ended";
          const message = await open.stream.next(timerDelay(withinMs));
          if (message === "ended") await look(open.stream.snapshot());
          return message;
        }),
      nextRequest: (on, withinMs) =>
        call(() => {
          mayAct();
          return handles.requests(on)?.next(timerDelay(withinMs)) ?? "ended";
        }),
      respond: (on, request, answer) => call(() => respond(on, request, answer)),
      callExtension: (on, method, params, more) =>
        ask(async () => {
          const { session } = alive(on);
          mayAct();
          const { own, call } = await orUnsent(() => structuredClone({ own: ownOf(more), call: { method, params } }));
          const mapped = await mappedFor(pack, session, lane.mapped);
          const declared = pack.extension === "*" ? {} : { [pack.extension]: {} };
          if (!mapped) return await exchange(on, { ...call, ...own, extensions: declared });
          // Reading its address calls the method: what may not be called may not be read.
          refuse(await lane.gate?.refusal(call, { pack: pack.name, check: options.check }));
          const uri = uriFor(mapped, call);
          return await exchange(on, { method: "resources/read", params: { uri }, ...own }, "resources");
        }),
      transcript: (query) => call(() => lane.transcript.query(query)),
      attach: (file) =>
        call(() => {
          const ref = lane.artifacts.add(file);
          artifacts.push(ref.id);
          return ref;
        }),
      endInput: (on, withinMs) =>
        call(() => {
          mayAct();
          return handles.endInput(on, timerDelay(withinMs));
        }),
      sleep: (milliseconds) => call(() => sleep(milliseconds, options.signal)),
      close: (handle) => call(() => handles.close(handle.id)),
    };

    return {
      host,
      artifacts,
      blockedBy: () => (blocked ? lane.trouble.cause() : undefined),
      refusedBy: () => refused,
      isAsking: () => asking > 0,
      askedLate: () => askedLate,
      close({ release } = { release: false }) {
        ended = true;
        if (release) closing.push(...opened.map((id) => handles.close(id).catch(() => {})));
      },
    };
  }

  return {
    connection: handles.shared,
    open,
    async close() {
      await Promise.allSettled([...closing, handles.closeAll()]);
    },
  };
}

/** What a call may state beside its arguments, and nothing else. */
function ownOf({ defect, timeoutMs }: CallOptions = {}): CallOptions {
  return { ...(defect === undefined ? {} : { defect }), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

function same<T>(value: T): T {
  return value;
}
