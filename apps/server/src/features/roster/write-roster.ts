import type { RosterEntry } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';

/** Nobody plans for people whom they do not see. */
export async function refuseOthers(trx: Trx, { caller }: By, people: readonly string[]): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from account
    where id = any(${people}::uuid[]) and active and ${accountInReach(reachOf(caller))}`.execute(trx);
  if (rows[0]?.n !== people.length) throw Problem.invalid({ entries: 'Có người không thuộc phạm vi của bạn' });
}

export async function refuseGone(trx: Trx, entries: readonly Pick<RosterEntry, 'shift_id'>[]): Promise<void> {
  const wanted = [...new Set(entries.flatMap(({ shift_id: shift }) => shift ?? []))];
  if (wanted.length === 0) return;
  const found = await trx.selectFrom('shift').where('id', 'in', wanted).select('id').forUpdate().execute();
  if (found.length !== wanted.length) throw Problem.noSuchChoice({ entries: 'Ca này không còn nữa' });
}

/** What somebody does on a day from now on. */
export type RosterChange = RosterEntry & { readonly kind: 'shift' | 'leave' | 'none' };

/**
 * Puts entries in the place of those that are there, and says for the trail what each became, of whom, day by day. Who writes of the same
 * people meanwhile waits: what was looked at holds until it is written.
 */
export async function writeRoster(trx: Trx, caller: Caller, entries: readonly RosterChange[]) {
  await holdRosterOf(
    trx,
    entries.map(({ account_id: id }) => id),
  );
  const rows = JSON.stringify(entries.map((one) => ({ ...one, id: newId() })));
  const wanted = sql`jsonb_to_recordset(${rows}::jsonb) as wanted (id uuid, account_id uuid, day date, shift_id uuid, kind text)`;
  await sql`delete from roster_entry using ${wanted}
    where roster_entry.account_id = wanted.account_id and roster_entry.day = wanted.day and wanted.kind = 'none'`.execute(
    trx,
  );
  await sql`insert into roster_entry (id, account_id, day, shift_id, created_by, updated_by)
    select id, account_id, day, shift_id, ${caller.accountId}, ${caller.accountId} from ${wanted} where kind <> 'none'
    on conflict (tenant_id, account_id, day) do update
      set shift_id = excluded.shift_id, updated_by = excluded.updated_by, updated_at = now(), version = roster_entry.version + 1`.execute(
    trx,
  );
  return [...Map.groupBy(entries, ({ account_id: id }) => id)].map(([id, its]) => ({
    action: 'set-roster',
    subject: 'account',
    subjectId: id,
    after: { days: Object.fromEntries(its.map((one) => [one.day, one.kind === 'shift' ? one.shift_id : one.kind])) },
  }));
}

/** Nobody else changes the days of these people until this transaction ends. */
export async function holdRosterOf(trx: Trx, people: readonly string[]): Promise<void> {
  await sql`select from account where id = any(${[...new Set(people)]}::uuid[]) order by id for no key update`.execute(
    trx,
  );
}
