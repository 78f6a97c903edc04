import { type ContactState, nextCalls } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../../db/database.ts';
import { dayMs, unlawful } from '../../../domain/advertising-law.ts';
import type { CompanyClock } from '../../../domain/company-clock.ts';
import { Problem } from '../../../kernel/problem.ts';
import { type CampaignFacts, numberToCall } from '../contacts.ts';
import { nextCall } from '../next-call.ts';
import { heardPieces, messageOf, spokenOf } from '../spoken-message.ts';
import type { Tried } from './after-call.ts';
import type { Rehearsal, RehearsedContact } from './rehearsal-plan.ts';

/** A list of more is rehearsed in parts: as campaigns of their own. */
const contactsAtMost = 100_000;

export interface KeptOut {
  readonly why: string;
  readonly customers: number;
  /** They are called, but not at once. */
  readonly later: boolean;
}

interface StoredContact {
  readonly customer_id: string;
  readonly state: ContactState;
  readonly attempts: number;
  readonly next_at: Date | null;
  readonly claimed_until: Date | null;
  readonly stopped: boolean;
  readonly number: string;
  readonly numbers: readonly string[];
  readonly refuses: boolean;
  readonly blocked: boolean;
  readonly assigned: boolean;
  readonly advertised: Date | null;
}

/** Who is on the list as they stand, those who can be called; and the others, by the rule that is in their way. */
export async function readList(
  trx: Trx,
  facts: CampaignFacts,
  clock: CompanyClock,
): Promise<
  Pick<Rehearsal, 'contacts' | 'blocked' | 'advertised'> & {
    readonly all: number;
    readonly keptOut: readonly KeptOut[];
  }
> {
  const { id, dialling, rules } = facts;
  const { rows } = await sql<StoredContact>`
    select contact.customer_id, contact.state, contact.attempts, nullif(contact.next_at, '-infinity') as next_at, contact.claimed_until,
        contact.stopped, ${numberToCall} as number, customer.numbers, customer.do_not_call as refuses,
        contact.assigned_to is not null as assigned,
        exists (select from block_list as blocked where blocked.direction = 'out' and blocked.kind = 'number'
          and blocked.value = ${numberToCall} and (blocked.expires_at is null or blocked.expires_at > now())) as blocked,
        (select last.at from advertised_number as last where last.e164 = ${numberToCall}) as advertised
      from campaign_contact as contact join customer on customer.id = contact.customer_id
      where contact.campaign_id = ${id} order by contact.next_at, contact.id limit ${contactsAtMost + 1}`.execute(trx);
  if (rows.length > contactsAtMost) {
    throw Problem.callRefused(`Chạy thử được nhiều nhất ${contactsAtMost.toLocaleString('vi-VN')} khách một lần`);
  }
  const tried = await triedIn(trx, id);
  const silent = dialling.mode === 'broadcast' ? await lackingWords(trx, id, rows, clock.date) : new Set<string>();
  const isItself = dialling.mode !== 'hand' && dialling.mode !== 'preview';
  const kept = new Map<string, { customers: number; later: boolean }>();
  const contacts: RehearsedContact[] = [];
  const keep = (why: string, later: boolean) => {
    const known = kept.get(why) ?? { customers: 0, later };
    kept.set(why, { ...known, customers: known.customers + 1 });
  };
  for (const row of rows) {
    const { why } = nextCall(
      {
        campaign: rules,
        contact: {
          state: row.state,
          attempts: row.attempts,
          next: row.next_at?.getTime() ?? null,
          claimed: row.claimed_until?.getTime() ?? null,
          stopped: row.stopped,
        },
        customer: { refuses: row.refuses, advertised: row.advertised?.getTime() ?? null },
        hasNumber: row.number !== '',
      },
      clock,
    );
    switch (why) {
      case 'done':
      case 'exhausted':
      case 'stopped':
      case 'no-number':
      case 'closed':
        keep(nextCalls[why], false);
        continue;
      case 'refuses':
        keep(unlawful(nextCalls[why]), false);
        continue;
      case 'advertised':
        keep(unlawful(nextCalls[why]), true);
        break;
      case 'promise':
      case 'pause':
      case 'calling':
      case 'taken':
        keep(nextCalls[why], true);
        break;
      case 'now':
        break;
      default:
        why satisfies never;
    }
    const otherwise = row.blocked
      ? 'Số nằm trong danh sách chặn gọi ra'
      : dialling.mode === 'broadcast' && row.refuses
        ? 'Khách đã từ chối nhận cuộc gọi như vậy'
        : silent.has(row.customer_id)
          ? 'Hồ sơ thiếu thông tin mà thông điệp đọc'
          : isItself && row.assigned
            ? 'Giao riêng cho một nhân viên: máy không tự gọi'
            : null;
    if (otherwise !== null) {
      keep(otherwise, false);
      continue;
    }
    contacts.push({
      state: row.state === 'calling' ? 'missed' : row.state,
      attempts: row.attempts,
      next: Math.max(row.next_at?.getTime() ?? 0, row.claimed_until?.getTime() ?? 0),
      stopped: row.stopped,
      number: row.number,
      numbers: row.numbers,
      refuses: row.refuses,
      tried: tried.get(row.customer_id) ?? [],
    });
  }
  const since = new Date(clock.now - dayMs);
  const { rows: advertised } =
    rules.kind === 'advertising'
      ? await sql<{ e164: string; at: Date }>`select e164, at from advertised_number where at > ${since}`.execute(trx)
      : { rows: [] };
  const { rows: blocked } = await sql<{ value: string }>`select value from block_list
    where direction = 'out' and kind = 'number' and (expires_at is null or expires_at > now())`.execute(trx);
  return {
    all: rows.length,
    contacts,
    blocked: blocked.map(({ value }) => value),
    advertised: advertised.map(({ e164, at }) => [e164, at.getTime()] as const),
    keptOut: [...kept]
      .map(([why, of]) => ({ why, ...of }))
      .toSorted((a, b) => Number(a.later) - Number(b.later) || b.customers - a.customers),
  };
}

async function triedIn(trx: Trx, id: string): Promise<ReadonlyMap<string, readonly Tried[]>> {
  const { rows } = await sql<Tried & { customer_id: string }>`
    select its.customer_id, its.number, its.outcome as said, its.result as network, coalesce(said.campaign_state, '') as leaves
      from campaign_attempt as its left join disposition_outcome as said on said.code = its.outcome
      where its.campaign_id = ${id} order by its.at, its.id`.execute(trx);
  return Map.groupBy(rows, ({ customer_id: customer }) => customer);
}

const pieceOf = 1_000;

/** Those of whom the message says something that their cards do not have. */
async function lackingWords(
  trx: Trx,
  id: string,
  all: readonly StoredContact[],
  today: string,
): Promise<ReadonlySet<string>> {
  const parts = await messageOf(trx, id);
  const lacking = new Set<string>();
  if (!parts.some(({ words }) => words.includes('{'))) return lacking;
  for (let from = 0; from < all.length; from += pieceOf) {
    const piece = all.slice(from, from + pieceOf);
    const spoken = await spokenOf(
      trx,
      piece.map(({ customer_id: customer }) => customer),
      today,
    );
    for (const { customer_id: customer, number } of piece) {
      const known = spoken.get(customer);
      if (known !== undefined && heardPieces(parts, { ...known, number }).some(({ kind }) => kind === 'missing')) {
        lacking.add(customer);
      }
    }
  }
  return lacking;
}
