import { type LiveEvent, type LiveTopic, liveEvent, liveEventHead, topicOfEvent } from '@alo/contract';
import { WebSocket } from 'partysocket';

export type LiveState = 'connecting' | 'open' | 'down';

export interface Live {
  /** Hears every event of the topics that were subscribed. Returns how to stop. */
  listen: (listener: (event: LiveEvent) => void) => () => void;
  /** Told when events may have been missed (after a gap or a reconnection): read again what the topic feeds. */
  onGap: (listener: (topic: LiveTopic) => void) => () => void;
  state: () => LiveState;
  onState: (listener: () => void) => () => void;
  /** Hears a topic that only some pages show, from now on. Returns how to stop. */
  subscribe: (topic: LiveTopic) => () => void;
  close: () => void;
}

/** Topics that begin with all that there is, and again for whoever asks again. */
const toldWhole: ReadonlySet<LiveTopic> = new Set<LiveTopic>(['monitor']);

export interface LiveOptions {
  /** Address of the live socket, absolute or relative to the page. */
  address: string;
  topics: readonly LiveTopic[];
  /** A fresh one-use ticket. */
  ticket: () => Promise<string>;
}

/**
 * Opens the one live connection of the console and keeps it open: backs off between tries, takes a new ticket for each, and
 * watches the sequence numbers of every topic.
 */
export function openLive({ address, topics, ticket }: LiveOptions): Live {
  const listeners = new Set<(event: LiveEvent) => void>();
  const gapListeners = new Set<(topic: LiveTopic) => void>();
  const stateListeners = new Set<() => void>();
  const order = createOrder();
  let state: LiveState = 'connecting';
  /** No connection since one was lost, or was tried in vain: what was read meanwhile may have changed unheard. */
  let isMissing = false;
  const wanted = new Set(topics);

  const socket = new WebSocket(
    async () => {
      const url = new URL(address, location.href);
      url.protocol = url.protocol.replace('http', 'ws');
      // Without a ticket the server refuses, and the socket tries again later: the same as being offline.
      url.searchParams.set('ticket', await ticket().catch(() => ''));
      return url.href;
    },
    [],
    { minReconnectionDelay: 1000 + Math.random() * 2000, maxReconnectionDelay: 30_000, connectionTimeout: 8000 },
  );

  const become = (next: LiveState) => {
    state = next;
    for (const listener of stateListeners) listener();
  };
  const say = (type: 'subscribe' | 'unsubscribe', those: readonly LiveTopic[]) =>
    socket.send(JSON.stringify({ type, topics: those }));
  const tellGap = (topic: LiveTopic) => {
    for (const listener of gapListeners) listener(topic);
  };

  socket.addEventListener('open', () => {
    say('subscribe', [...wanted]);
    order.reset();
    become('open');
    if (isMissing) for (const topic of wanted) tellGap(topic);
    isMissing = false;
  });
  socket.addEventListener('close', () => {
    isMissing = true;
    become('down');
  });
  socket.addEventListener('message', ({ data }) => {
    const told = parse(data);
    if (!told) return;
    const { head, event } = told;
    if (!order.follows(head)) {
      if (toldWhole.has(head.topic)) say('subscribe', [head.topic]);
      tellGap(head.topic);
    }
    if (event) for (const listener of listeners) listener(event);
  });

  const added = <T>(set: Set<T>, item: T) => {
    set.add(item);
    return () => void set.delete(item);
  };
  return {
    listen: (listener) => added(listeners, listener),
    onGap: (listener) => added(gapListeners, listener),
    state: () => state,
    onState: (listener) => added(stateListeners, listener),
    subscribe(topic) {
      wanted.add(topic);
      order.reset(topic);
      if (state === 'open') say('subscribe', [topic]);
      return () => {
        wanted.delete(topic);
        if (state === 'open') say('unsubscribe', [topic]);
      };
    },
    close: () => socket.close(),
  };
}

/** Remembers the last number of each topic. They count from the subscription on: the first event after it is number 1. */
export function createOrder() {
  const last = new Map<LiveTopic, number>();
  return {
    /** Of one topic, or of all of them. */
    reset: (topic?: LiveTopic) => void (topic === undefined ? last.clear() : last.delete(topic)),
    /** False when something between was missed. */
    follows: ({ topic, seq }: Pick<LiveEvent, 'topic' | 'seq'>): boolean => {
      const before = last.get(topic) ?? 0;
      last.set(topic, seq);
      return seq === before + 1;
    },
  };
}

interface Told {
  readonly head: Pick<LiveEvent, 'topic' | 'seq'>;
  /** Undefined where it is of a kind that only a newer server knows: nothing here shows it, and it is counted like any other. */
  readonly event: LiveEvent | undefined;
}

/** Of a kind that is known but not to be read it is unknown what was told: it is left out, and what comes next shows the gap. */
function parse(data: unknown): Told | undefined {
  const said = typeof data === 'string' ? fromJson(data) : undefined;
  const event = liveEvent.safeParse(said).data;
  if (event) return { head: event, event };
  const head = liveEventHead.safeParse(said).data;
  return head && !(head.type in topicOfEvent) ? { head, event: undefined } : undefined;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
