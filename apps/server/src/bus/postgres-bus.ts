import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';

import type { BusTopic, Direct, DirectBus, Words } from './bus.ts';
import { busListeners } from './bus-listeners.ts';

const channel = 'alo';
/** PostgreSQL takes 8,000 bytes; an id is at most 40 with its quotes, and so is the name of a process. */
const idsAtATime = 150;
const toldAtMost = 40;
/** While the database is away so many messages wait; what is older is made up for by the gap that is told. */
const waitingAtMost = 10_000;
const reconnectMs = 500;
/**
 * Each NOTIFY is a transaction, and wakes every process. Of these there are many during calls: they go out only where somebody
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

interface BusLog {
  warn(fields: object, message: string): void;
}

/** A bus over NOTIFY and LISTEN of the database that all processes share. Resolves once it listens. */
export async function postgresBus({
  url,
  log,
  answeredMs = 10_000,
}: {
  url: string;
  log: BusLog;
  /** So long after it has asked who listens it takes it that somebody does. */
  answeredMs?: number;
}): Promise<DirectBus> {
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
  let closed = false;
  let sending: Promise<void> | undefined;
  let client = await connect();
  send();

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      // A listener is here now, or reads anew: no message has to outlive the power, and none waits for the disk.
      options: '-c synchronous_commit=off',
      application_name: 'alo bus',
      keepAlive: true,
    });
    fresh.on('notification', ({ payload = '' }) => hear(payload));
    fresh.on('error', (error) => {
      if (!closed) log.warn({ err: error }, 'the connection of the bus broke');
    });
    fresh.on('end', () => {
      if (!closed && fresh === client) void reconnect();
    });
    await fresh.connect();
    await fresh.query(`listen ${channel}`);
    others.clear();
    answeredBy = performance.now() + answeredMs;
    put(asking, nobodys, [...mine]);
    return fresh;
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      try {
        client = await connect();
        for (const listener of gapListeners) listener();
        send();
        return;
      } catch {
        // The database is still away.
        await sleep(reconnectMs);
      }
    }
  }

  function hear(payload: string): void {
    const [names, topic, tenantId, ids] = message.parse(JSON.parse(payload));
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

  /** All that waits in one statement: a NOTIFY takes a lock that every other one waits for. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, batch]);
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
      closed = true;
      await client.end();
    },
  };
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
