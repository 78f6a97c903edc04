import type { Db } from '../../db/database.ts';
import { type CallsNow, unlessAway } from '../../domain/calls-now.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { LiveHub } from '../../live/live-hub.ts';
import { ownCallsAsSeen, ownQueuesOf } from './own-calls.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly live: Pick<LiveHub, 'publish' | 'listening'>;
  readonly calls: Pick<CallsNow, 'ownCalls' | 'ownQueues'>;
  readonly onError: (error: unknown) => void;
}

/** Tells people at these extensions what has changed of theirs. */
type Announce = (tenantId: string, extensions: readonly string[]) => void;

/** Tells people of their own calls, and of what keeps calls from them, together with what asking for it would answer now. */
export function ownCallsAnnouncer({ db, live, calls, onError }: Deps): {
  readonly calls: Announce;
  readonly queues: Announce;
} {
  return {
    calls: announcer('my-calls-changed', (caller) => ownCallsAsSeen(db, calls, caller), { live, onError }),
    queues: announcer('my-queues-changed', (caller) => ownQueuesOf(calls, caller), { live, onError }),
  };
}

/** An event without more: the page asks for itself. */
const news = {};

/** Of one person the answers go out in the order in which they were worked out: what changes meanwhile is told behind it, once. */
function announcer(
  type: 'my-calls-changed' | 'my-queues-changed',
  answer: (caller: Caller) => Promise<object>,
  { live, onError }: Pick<Deps, 'live' | 'onError'>,
): Announce {
  /** Whose answer is being worked out, and whether it is out of date already. */
  const telling = new Map<string, { isStale: boolean }>();

  async function answerTo(caller: Caller): Promise<object> {
    try {
      const now = await answer(caller).catch(unlessAway);
      if (now !== undefined) return { now };
    } catch (error) {
      onError(error);
    }
    // Whoever asks is told why there is none.
    return news;
  }

  async function tell(tenantId: string, extension: string): Promise<void> {
    const callers = new Map(
      live
        .listening(tenantId, 'me')
        .filter(({ caller }) => caller.extension === extension && !caller.mustSetUp)
        .map(({ caller }) => [kindOf(caller), caller]),
    );
    const told = new Map(
      await Promise.all([...callers].map(async ([kind, caller]) => [kind, await answerTo(caller)] as const)),
    );
    // Who came meanwhile, or may see something else by now, asks.
    live.publish(tenantId, type, (caller) =>
      caller.extension === extension ? (told.get(kindOf(caller)) ?? news) : undefined,
    );
  }

  async function tells(key: string, tenantId: string, extension: string): Promise<void> {
    const state = { isStale: true };
    telling.set(key, state);
    try {
      while (state.isStale) {
        state.isStale = false;
        await tell(tenantId, extension);
      }
    } finally {
      telling.delete(key);
    }
  }

  return (tenantId, extensions) => {
    const listening = new Set(live.listening(tenantId, 'me').map(({ caller }) => caller.extension));
    for (const extension of extensions) {
      if (!listening.has(extension)) continue;
      const key = `${tenantId} ${extension}`;
      const state = telling.get(key);
      if (state === undefined) void tells(key, tenantId, extension).catch(onError);
      else state.isStale = true;
    }
  };
}

/** Who is shown the same: a person, with the same rights. */
const kindOf = ({ accountId, role }: Caller): string => JSON.stringify([accountId, role]);
