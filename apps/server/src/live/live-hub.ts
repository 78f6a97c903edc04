import type { Duplex } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import {
  type Access,
  companyShares,
  isAllowed,
  type LiveEvent,
  type LiveTopic,
  liveEvent,
  liveRequest,
  monitorAccess,
  topicOfEvent,
} from '@alo/contract';
import type { WebSocket } from 'ws';
import type { z } from 'zod';

import type { Caller } from '../kernel/caller.ts';

/** Who has signed whom out, by the sessions that ended so. */
export type EndedBy = (tenantId: string, sessionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What a topic takes to listen to it. */
const access: Record<LiveTopic, Access> = {
  calls: 'call-history.view',
  presence: 'general',
  me: 'general',
  resources: 'general',
  monitor: monitorAccess,
};
/** A listener with this many bytes waiting does not keep up, and would hold memory for everybody. */
const slowBytes = 1024 * 1024;
export const socketsOfSession = 20;
const heartbeatMs = 25_000;
const seenEachHeartbeats = 4;

/** Close codes of ours (RFC 6455 §7.4.2). After `sessionEnded` there is nothing to come back with. */
export const liveClose = { sessionEnded: 4001, tooSlow: 4002, badRequest: 4003, restart: 1012 } as const;

type LiveInput = z.input<typeof liveEvent>;
/** What an event of this type carries, times still as dates. */
export type LiveData<Type extends LiveEvent['type']> = Extract<LiveInput, { type: Type }>['data'];

/** A console's socket, and whose it is. */
export interface Listener {
  readonly socket: WebSocket;
  /** What it stands on: a frame that was made once for all goes there as it is. */
  readonly wire: Duplex;
  caller: Caller;
  /** Topics asked for, may they be listened to or not: what one may changes. */
  readonly asked: Set<LiveTopic>;
  /** Topics listened to, each with the number of its last event. */
  readonly topics: Map<LiveTopic, number>;
  /** The longest text that it was sent, in bytes: so much may wait for it besides. */
  longest: number;
  alive: boolean;
  heartbeats: number;
}

/** Pushes events of a tenant to whoever listens. Sockets come from `/live`; everything else calls `publish`. */
export function liveHub({
  onSeen = () => undefined,
  onBegun = () => undefined,
}: {
  /** Told every other minute of an open socket, so that an open console keeps its session. */
  onSeen?: (caller: Caller) => void;
  /** Told when somebody begins to listen to a topic, or asks for it again: after a gap. */
  onBegun?: (topic: LiveTopic, listener: Listener) => void;
} = {}) {
  const byTenant = new Map<string, Set<Listener>>();
  /** Sockets that were told something in this turn: it goes out in one write at the end of it, however many events it is. */
  const told = new Set<Duplex>();
  const all = () => [...byTenant.values()].flatMap((listeners) => [...listeners]);

  const heartbeat = setInterval(() => {
    for (const listener of all()) {
      if (!listener.alive) {
        listener.socket.terminate();
        continue;
      }
      listener.alive = false;
      listener.socket.ping();
    }
  }, heartbeatMs);
  heartbeat.unref();

  function hear(listener: Listener, text: string): void {
    const request = liveRequest.safeParse(parseJson(text));
    if (!request.success) {
      listener.socket.close(liveClose.badRequest);
      return;
    }
    const { type, topics } = request.data;
    if (type === 'unsubscribe') {
      for (const topic of topics) {
        listener.asked.delete(topic);
        listener.topics.delete(topic);
      }
      return;
    }
    for (const topic of topics) {
      listener.asked.add(topic);
      if (listener.topics.has(topic)) onBegun(topic, listener);
    }
    tune(listener);
  }

  /** Listens to what was asked for and is allowed, and to nothing else. */
  function tune(listener: Listener): void {
    const { asked, caller, topics } = listener;
    for (const topic of asked) {
      if (!isAllowed({ ...caller.role, licences: caller.licences }, access[topic])) topics.delete(topic);
      else if (!topics.has(topic)) {
        topics.set(topic, 0);
        onBegun(topic, listener);
      }
    }
  }

  function send(wire: Duplex, frame: Buffer): void {
    if (told.size === 0) process.nextTick(flush);
    if (!told.has(wire)) wire.cork();
    told.add(wire);
    wire.write(frame);
  }

  function flush(): void {
    for (const wire of told) wire.uncork();
    told.clear();
  }

  /** The same to each of them, written once; those who were told as much as each other share the bytes too. */
  function tell<Type extends LiveEvent['type']>(
    listeners: readonly Listener[],
    type: Type,
    data: LiveData<Type>,
  ): void {
    const topic = topicOfEvent[type];
    let rest: string | undefined;
    const written = new Map<number, Buffer>();
    for (const listener of listeners) {
      const before = listener.topics.get(topic);
      if (before === undefined) continue;
      if (rest === undefined) {
        const { seq: _, ...event } = liveEvent.parse({ topic, type, data, seq: 0 });
        rest = JSON.stringify(event).slice(1);
      }
      const seq = before + 1;
      listener.topics.set(topic, seq);
      if (listener.socket.bufferedAmount > slowBytes + listener.longest) {
        // A close frame would only queue behind all that waits.
        listener.socket.terminate();
        continue;
      }
      const frame = written.get(seq) ?? frameOf(`{"seq":${seq},${rest}`);
      written.set(seq, frame);
      listener.longest = Math.max(listener.longest, frame.length);
      if (listener.socket.readyState === listener.socket.OPEN) send(listener.wire, frame);
    }
  }

  return {
    tell,

    /** Whether somebody may have one more socket: a sign-in has a few windows, a company its people's. */
    hasRoomFor({ tenantId, sessionId, most }: Caller): 'yes' | 'no' | 'company has all' {
      const listeners = [...(byTenant.get(tenantId) ?? [])];
      if (listeners.length >= (most?.sockets ?? companyShares.sockets.usual)) return 'company has all';
      const own = listeners.filter(({ caller }) => caller.sessionId === sessionId);
      return own.length < socketsOfSession ? 'yes' : 'no';
    },

    countOf: (tenantId: string): number => byTenant.get(tenantId)?.size ?? 0,

    /** Takes over a socket whose ticket has been accepted. */
    connect(socket: WebSocket, wire: Duplex, caller: Caller): void {
      const listener: Listener = {
        socket,
        wire,
        caller,
        asked: new Set(),
        topics: new Map(),
        longest: 0,
        alive: true,
        heartbeats: 0,
      };
      const listeners = byTenant.get(caller.tenantId) ?? new Set();
      byTenant.set(caller.tenantId, listeners.add(listener));
      socket.on('message', (data, isBinary) => {
        if (isBinary || !Buffer.isBuffer(data)) socket.close(liveClose.badRequest);
        else hear(listener, data.toString());
      });
      socket.on('pong', () => {
        listener.alive = true;
        listener.heartbeats += 1;
        if (listener.heartbeats % seenEachHeartbeats === 0) onSeen(listener.caller);
      });
      // What breaks a socket also closes it.
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        listeners.delete(listener);
        if (listeners.size === 0) byTenant.delete(caller.tenantId);
      });
    },

    /**
     * Tells a tenant's listeners. `dataFor` says what each of them is shown, undefined for nothing; where it answers the
     * same object for several, that is written once for all of them.
     */
    publish<Type extends LiveEvent['type']>(
      tenantId: string,
      type: Type,
      dataFor: (caller: Caller) => LiveData<Type> | undefined,
    ): void {
      const shown = Map.groupBy(this.listening(tenantId, topicOfEvent[type]), ({ caller }) => dataFor(caller));
      for (const [data, listeners] of shown) if (data !== undefined) tell(listeners, type, data);
    },

    /** Who of a tenant listens to a topic. */
    listening: (tenantId: string, topic: LiveTopic): readonly Listener[] =>
      [...(byTenant.get(tenantId) ?? [])].filter(({ topics }) => topics.has(topic)),

    /** Tells the sockets of ended sessions, and by whom, and closes them. */
    endSessions(tenantId: string, sessionIds: readonly string[], by: ReadonlyMap<string, string>): void {
      const ended = new Set(sessionIds);
      this.publish(tenantId, 'session-ended', ({ sessionId }) =>
        ended.has(sessionId) ? { by: by.get(sessionId) ?? '' } : undefined,
      );
      for (const { socket, caller } of byTenant.get(tenantId) ?? []) {
        if (ended.has(caller.sessionId)) socket.close(liveClose.sessionEnded);
      }
    },

    /**
     * Asks anew who a tenant's listeners are and what they may hear, and tells those for whom that is not what it was; the sockets of
     * sessions that are no more are told by whom they ended, as `endedBy` knows it, and closed.
     */
    async refresh(
      tenantId: string,
      callerOf: (sessionId: string) => Promise<Caller | undefined>,
      endedBy: EndedBy,
    ): Promise<void> {
      const sessions = Map.groupBy(byTenant.get(tenantId) ?? [], ({ caller }) => caller.sessionId);
      const changed = new Set<string>();
      for (const [sessionId, listeners] of sessions) {
        const caller = await callerOf(sessionId);
        if (caller === undefined) {
          this.endSessions(tenantId, [sessionId], await endedBy(tenantId, [sessionId]));
          continue;
        }
        for (const listener of listeners) {
          if (!isDeepStrictEqual(listener.caller, caller)) changed.add(sessionId);
          listener.caller = caller;
          tune(listener);
        }
      }
      const nothing = {};
      this.publish(tenantId, 'rights-changed', ({ sessionId }) => (changed.has(sessionId) ? nothing : undefined));
    },

    /** Something may not have been heard: each listener finds a gap before the next event, and reads anew. */
    skip(): void {
      for (const { topics } of all()) for (const [topic, seq] of topics) topics.set(topic, seq + 1);
    },

    /** Whether anybody here would hear of what happens at a tenant. */
    isWatched: (tenantId: string): boolean => byTenant.has(tenantId),

    /** The tenants that somebody listens to. */
    tenants: (): string[] => [...byTenant.keys()],

    /** How many sockets there are. */
    get size(): number {
      return all().length;
    },

    /** Asks every client to come back in a moment, to this or another process. */
    close(): void {
      clearInterval(heartbeat);
      for (const { socket } of all()) socket.close(liveClose.restart);
    },
  };
}

export type LiveHub = ReturnType<typeof liveHub>;

/** A whole text of a server, RFC 6455 §5.2. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const length = payload.length;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is not a request: the schema refuses it.
    return undefined;
  }
}
