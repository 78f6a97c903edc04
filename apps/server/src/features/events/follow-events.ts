import { eventsWaitAtMost, readEvents } from '@alo/contract';
import { z } from 'zod';

import type { InTenant } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { EventHeads } from './event-heads.ts';
import { pageOfEvents } from './read-events.ts';

/** An event as it is said to everybody who may see the same. */
export interface EventText {
  readonly type: string;
  readonly text: string;
}

export interface EventPage {
  readonly events: readonly EventText[];
  /** The number to go on after. */
  readonly next: number;
}

const pageOf = 200;
/** Whoever comes so much later to the same page is given what was read for the first. */
const sharedMs = 1_000;

/** What decides what a program is told: keys of which this is the same are told the same. */
const viewOf = (caller: Caller): string =>
  JSON.stringify([caller.tenantId, caller.role, reachOf(caller), caller.licences]);

/**
 * The events of companies for programs that listen. Those of a company that may see the same, and know the same, are read for once and put
 * in words once: 500 that listen cost hardly more than one.
 */
export function followEvents({
  inTenant,
  heads,
  inShare,
}: {
  inTenant: InTenant;
  heads: EventHeads;
  /** The work in a place of the company's. */
  inShare: <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;
}) {
  const pages = new Map<string, Promise<EventPage>>();

  function pageFor(caller: Caller, after: number, until: number): Promise<EventPage> {
    const name = `${after} ${until} ${viewOf(caller)}`;
    const known = pages.get(name);
    if (known !== undefined) return known;
    const page = read(caller, after, until);
    pages.set(name, page);
    const forget = () => pages.delete(name);
    page.then(() => setTimeout(forget, sharedMs).unref(), forget);
    return page;
  }

  async function read(caller: Caller, after: number, until: number): Promise<EventPage> {
    const found = await inShare(caller, () =>
      inTenant(caller.tenantId, (trx) => pageOfEvents(trx, caller, { after, until, limit: pageOf })),
    );
    // Parsing lets out what the contract names and nothing else.
    const { data, next } = z.parse(readEvents.result, found);
    return { events: data.map((event) => ({ type: event.type, text: JSON.stringify(event) })), next };
  }

  return {
    /** The next events after a number, as soon as there are any; none where there were none for a while, or nobody waits any more. */
    async after(caller: Caller, after: number, gone: AbortSignal): Promise<EventPage> {
      const { tenantId, sessionId: by } = caller;
      const head = await heads.beyond(tenantId, after, {
        by,
        ms: eventsWaitAtMost * 1_000,
        gone,
        most: caller.most?.event_sockets,
      });
      return head === undefined ? { events: [], next: after } : pageFor(caller, after, head);
    },
  };
}

export type FollowEvents = ReturnType<typeof followEvents>;
