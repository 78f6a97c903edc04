import { z } from 'zod';

import type { BusTopic, Direct, DirectBus, Words } from './bus.ts';
import { busListeners } from './bus-listeners.ts';

/** PostgreSQL takes 8,000 bytes; an id is at most 40 with its quotes, and so is the name of a process. */
const idsAtATime = 150;
const toldAtMost = 40;
/** While nothing takes them so many messages wait; what is older is made up for by the gap that is told. */
const waitingAtMost = 10_000;
/**
 * Each message wakes every process, and by NOTIFY is a transaction. Of these there are many during calls: they go out only where somebody
 * listens, and a screen in another process can wait so long.
 */
const gathered: ReadonlySet<string> = new Set<BusTopic>([
  'calls-written',
  'events-told',
  'phones-changed',
  'my-calls-changed',
  'my-queues-changed',
  'parked-changed',
  'board-changed',
  'keys-used',
] as const);
const gatherMs = 100;
/** Directly they come as soon as a turn of a call has told all that it changed. */
const gatherDirectMs = 5;
/** By which processes say which of these they listen to, and ask the others; the ids are topics here, and no tenant's. */
const asking = 'who-listens';
const listening = 'listens';
const nobodys = '00000000-0000-0000-0000-000000000000';

const message = z.tuple([z.string(), z.string(), z.uuid(), z.array(z.string())]);

export interface BusLog {
  warn(fields: object, message: string): void;
}

/** What a bus goes over: lines reach all other processes in the order of each sender, or are lost with a connection. */
export interface BusWire {
  /** Resolves once they are on their way; rejects where there is no connection, and they are sent anew by the next. */
  send(lines: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** What comes of a wire. */
export interface WireEvents {
  hear(line: string): void;
  /** There is a connection; `again` where others may have said what was not heard. */
  joined(how: 'first' | 'again'): void;
}

/** A bus over some wire. Resolves once the wire is open. */
export async function busOverWire(
  open: (events: WireEvents) => Promise<BusWire>,
  {
    log,
    answeredMs = 10_000,
  }: {
    log: BusLog;
    /** So long after it has asked who listens it takes it that somebody does. */
    answeredMs?: number;
  },
): Promise<DirectBus> {
  const { subscribe, tell } = busListeners();
  const me = crypto.randomUUID();
  const gapListeners: (() => void)[] = [];
  let waiting: string[] = [];
  const posted = gathering(gatherMs, (words) => {
    for (const { topic, tenantId, ids } of words) put(topic, tenantId, ids, [...peers.keys()]);
    send();
  });
  /** Those that are told directly. */
  const peers = new Map<string, Direct & { readonly send: (words: Words) => void }>();
  const handed = gathering(gatherDirectMs, (all) => {
    for (const [peer, { send }] of peers) {
      // Who was not heard yet may listen to anything.
      const wants = others.get(peer);
      for (const words of all) if (wants?.includes(words.topic) !== false) send(words);
    }
  });
  /** What this process listens to, and the others by their names; who died without a word is told on, which costs little. */
  const mine = new Set<string>();
  const others = new Map<string, readonly string[]>();
  let answeredBy = 0;
  let sending: Promise<void> | undefined;
  let wire: BusWire | undefined;
  const opened = await open({ hear, joined });
  wire = opened;
  send();

  function joined(how: 'first' | 'again'): void {
    others.clear();
    answeredBy = performance.now() + answeredMs;
    put(asking, nobodys, [...mine]);
    if (how === 'again') for (const listener of gapListeners) listener();
    send();
  }

  function hear(line: string): void {
    const read = message.safeParse(parsed(line));
    if (!read.success) {
      log.warn({ length: line.length }, 'the bus brought what is no message');
      return;
    }
    const [names, topic, tenantId, ids] = read.data;
    const [from = '', ...told] = names.split(' ');
    if (from === me || told.includes(me)) return;
    // A newer process may know more topics; nobody here listens to them.
    if (topic === asking || topic === listening) others.set(from, ids);
    else tell(topic as BusTopic, tenantId, ids, 'elsewhere');
    if (topic === asking) sayWhatIsHeard();
  }

  function sayWhatIsHeard(): void {
    put(listening, nobodys, [...mine]);
    send();
  }

  const isHeardElsewhere = (topic: BusTopic): boolean =>
    performance.now() < answeredBy ||
    [...others].some(([process, topics]) => !peers.has(process) && topics.includes(topic));

  function send(): void {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
  }

  /** All that waits at once: a NOTIFY takes a lock that every other one waits for. */
  async function sendAll(): Promise<void> {
    while (wire !== undefined && waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await wire.send(batch);
      } catch {
        // The connection is gone, and what waits is sent by the next one.
        waiting = [...batch, ...waiting].slice(-waitingAtMost);
        return;
      }
    }
  }

  /** Who has been told directly stands behind the sender's name; an older process takes all of it for a name. */
  function put(topic: string, tenantId: string, ids: readonly string[], told: readonly string[] = []): void {
    const names = [me, ...told.slice(0, toldAtMost)].join(' ');
    for (let at = 0; at === 0 || at < ids.length; at += idsAtATime) {
      waiting.push(JSON.stringify([names, topic, tenantId, ids.slice(at, at + idsAtATime)]));
    }
  }

  return {
    publish(topic, tenantId, ids) {
      tell(topic, tenantId, ids, 'here');
      if (!gathered.has(topic)) {
        put(topic, tenantId, ids);
        send();
        return;
      }
      if (peers.size > 0) handed.add(topic, tenantId, ids);
      if (isHeardElsewhere(topic)) posted.add(topic, tenantId, ids);
    },
    id: me,
    direct(processId, sendOne) {
      // It has come back before it was seen to be gone.
      peers.get(processId)?.end();
      // What waits for the others' way was told before.
      posted.post();
      let unheard: Words[] = [];
      let heardSoFar = 0;
      const peer = {
        send(words: Words): void {
          unheard.push(words);
          sendOne(words);
        },
        heard(count: number): void {
          unheard = unheard.slice(Math.max(0, count - heardSoFar));
          heardSoFar = Math.max(heardSoFar, count);
        },
        end(): void {
          if (peers.get(processId) !== peer) return;
          handed.post();
          peers.delete(processId);
          for (const { topic, tenantId, ids } of unheard) posted.add(topic, tenantId, ids);
        },
      };
      peers.set(processId, peer);
      return peer;
    },
    hear: ({ topic, tenantId, ids }) => tell(topic, tenantId, ids, 'elsewhere'),
    subscribe(topic, listener) {
      subscribe(topic, listener);
      if (!gathered.has(topic) || mine.has(topic)) return;
      mine.add(topic);
      sayWhatIsHeard();
    },
    onGap: (listener) => void gapListeners.push(listener),
    async flushed() {
      posted.post();
      await sending;
    },
    async close() {
      mine.clear();
      put(listening, nobodys, []);
      posted.post();
      await sending;
      await opened.close();
    },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Words wait a moment, and go together: what is said of a topic and a tenant once. */
function gathering(afterMs: number, post: (words: readonly Words[]) => void) {
  const all = new Map<string, { topic: BusTopic; tenantId: string; ids: Set<string> }>();
  let timer: NodeJS.Timeout | undefined;
  function postAll(): void {
    clearTimeout(timer);
    timer = undefined;
    const words = [...all.values()].map(({ ids, ...one }) => ({ ...one, ids: [...ids] }));
    all.clear();
    post(words);
  }
  return {
    add(topic: BusTopic, tenantId: string, ids: readonly string[]): void {
      const key = `${topic} ${tenantId}`;
      const its = all.get(key)?.ids ?? new Set();
      for (const id of ids) its.add(id);
      all.set(key, { topic, tenantId, ids: its });
      timer ??= setTimeout(postAll, afterMs);
    },
    post: postAll,
  };
}
