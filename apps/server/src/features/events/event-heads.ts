import { setTimeout as sleep } from 'node:timers/promises';
import { overShareWords } from '@alo/contract';
import { sql } from 'kysely';

import type { Bus } from '../../bus/bus.ts';
import type { InTenant } from '../../db/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { socketPlaces } from './places.ts';

/** What nobody gives a hint of is found so soon. */
const lookMs = 1_000;
/** Where one thing happens after the other, whoever waits is told of several at once, so often. */
const pauseMs = 50;

interface Waiting {
  readonly after: number;
  readonly go: (head: number | undefined) => void;
}

interface Watched {
  readonly waiting: Set<Waiting>;
  timer: NodeJS.Timeout | undefined;
  reading: boolean;
  again: boolean;
}

/** Has programs wait until something has happened in their company: all that wait for one company ask the database once. */
export function eventHeads({
  bus,
  inTenant,
  onError,
}: {
  bus: Pick<Bus, 'subscribe'>;
  inTenant: InTenant;
  onError: (error: unknown) => void;
}) {
  const watched = new Map<string, Watched>();
  const ofPrograms = socketPlaces();
  for (const topic of ['calls-written', 'events-told'] as const) bus.subscribe(topic, (tenantId) => look(tenantId));

  const headOf = (tenantId: string) =>
    inTenant(tenantId, async (trx) => {
      const { rows } = await sql<{ last: number }>`select last from event_head`.execute(trx);
      return Number(rows[0]?.last ?? 0);
    });

  function look(tenantId: string): void {
    const here = watched.get(tenantId);
    if (here === undefined) return;
    here.again = true;
    if (!here.reading) void read(tenantId, here);
  }

  async function read(tenantId: string, here: Watched): Promise<void> {
    here.reading = true;
    clearTimeout(here.timer);
    try {
      while (here.again) {
        here.again = false;
        const head = await headOf(tenantId);
        for (const one of here.waiting) if (one.after < head) one.go(head);
        await sleep(pauseMs);
      }
    } catch (error) {
      onError(error);
    } finally {
      here.reading = false;
      if (here.waiting.size > 0) here.timer = setTimeout(() => look(tenantId), lookMs);
      else watched.delete(tenantId);
    }
  }

  return {
    /** Resolves when there is an event after that number, with the last one's; or when the time is up, or nobody waits any more. */
    async beyond(
      tenantId: string,
      after: number,
      { by, ms, gone, most }: { by: string; ms: number; gone: AbortSignal; most?: number | undefined },
    ): Promise<number | undefined> {
      if (gone.aborted) return undefined;
      const giveBack = ofPrograms.take(tenantId, by, most);
      const seconds = Math.ceil(ms / 1_000);
      if (giveBack === 'key') throw Problem.tooManyRequests(seconds);
      if (giveBack === 'company') {
        throw Problem.tooManyRequests(seconds, overShareWords('event_sockets', most), 'event_sockets');
      }
      const here = watched.get(tenantId) ?? { waiting: new Set(), timer: undefined, reading: false, again: false };
      watched.set(tenantId, here);
      const { promise, resolve: go } = Promise.withResolvers<number | undefined>();
      const nothing = () => go(undefined);
      const one = { after, go };
      here.waiting.add(one);
      const over = setTimeout(nothing, ms);
      gone.addEventListener('abort', nothing, { once: true });
      look(tenantId);
      const head = await promise;
      clearTimeout(over);
      gone.removeEventListener('abort', nothing);
      here.waiting.delete(one);
      giveBack();
      if (here.waiting.size === 0 && !here.reading) {
        clearTimeout(here.timer);
        watched.delete(tenantId);
      }
      return head;
    },
    countOf: ofPrograms.countOf,
    /** Whoever waits is answered now. */
    close(): void {
      for (const { waiting } of watched.values()) for (const { go } of waiting) go(undefined);
    },
  };
}

export type EventHeads = ReturnType<typeof eventHeads>;
