import type { CompanyEventType, readEvents } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { eventColumns, eventsAsSeen } from '../../domain/company-events.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';

interface Asked {
  readonly after?: number | undefined;
  readonly limit: number;
  readonly types?: readonly CompanyEventType[] | undefined;
  /** The last number that is wanted; the newest where it is left out. */
  readonly until?: number;
}

/** A page of what happened after a number, as somebody may see it. */
export async function pageOfEvents(
  trx: Trx,
  caller: Caller,
  { after, limit, types, until }: Asked,
): Promise<z.input<typeof readEvents.result>> {
  // Before the events: what is told meanwhile has higher numbers.
  const { head: newest, oldest } = await standingOf(trx);
  const head = Math.min(newest, until ?? newest);
  if (after === undefined) return { data: [], next: head, more: false };
  // A program that knows more than there is knows it of before a backup was put back.
  if (after > head || (after > 0 && after + 1 < (oldest ?? head + 1))) throw Problem.eventsGone();
  const all = trx.selectFrom('company_event').where('number', '>', after).where('number', '<=', head);
  const found = await (types === undefined ? all : all.where('type', 'in', [...types]))
    .select(eventColumns)
    .orderBy('number')
    .limit(limit + 1)
    .execute();
  const more = found.length > limit;
  const page = found.slice(0, limit);
  return { data: await eventsAsSeen(trx, caller, page), next: more ? (page.at(-1)?.number ?? head) : head, more };
}

/** The number of the last event, and of the first that is still kept. */
async function standingOf(trx: Trx): Promise<{ readonly head: number; readonly oldest: number | undefined }> {
  const { rows } = await sql<{ head: number; oldest: number | null }>`
    select coalesce((select last from event_head), 0) as head,
      (select number from company_event order by number limit 1) as oldest`.execute(trx);
  const [{ head, oldest } = { head: 0, oldest: null }] = rows;
  return { head: Number(head), oldest: oldest === null ? undefined : Number(oldest) };
}
