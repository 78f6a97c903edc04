import type { DataChange, Destination } from '@alo/call-core';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import type { DestinationKind } from '../../db/destination-kind.ts';

type Setting = Exclude<
  DataChange,
  { kind: 'message' | 'called-anyway' | 'refused-by-key' | 'agreed-by-key' | 'survey-asked' | 'survey-answer' }
>;

/** Which rows are different, for those who show them; null where there is none any more. */
export type ChangedSubject = { readonly subject: 'subscribers' | 'conditions'; readonly id: string } | null;

const columns = {
  always: ['forward_always_kind', 'forward_always_value'],
  busy: ['forward_busy_kind', 'forward_busy_value'],
  noAnswer: ['forward_no_answer_kind', 'forward_no_answer_value'],
} as const;

/** Keeps what somebody set by their phone, as if they had done it at a screen. */
export async function setByPhone(trx: Trx, setting: Setting): Promise<ChangedSubject> {
  switch (setting.kind) {
    case 'do-not-disturb':
      return await ofExtension(trx, setting.extension, { do_not_disturb: setting.on });
    case 'forward': {
      const [kind, value] = columns[setting.when];
      const to = setting.to === null ? { kind: null, value: '' } : storedOf(setting.to);
      // Daily work, as what stands beside it: no version of what the company set up (ADR 270).
      await sql`select set_config('app.routing', 'overlay', true)`.execute(trx);
      return to && (await ofExtension(trx, setting.extension, { [kind]: to.kind, [value]: to.value }));
    }
    case 'override': {
      const after = { override: setting.to, override_until: null };
      const row = await trx
        .updateTable('time_condition')
        .set((set) => ({ ...after, version: set('version', '+', 1), updated_at: new Date() }))
        .where('id', '=', setting.condition)
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return null;
      await tell(trx, setting.by, 'time_condition', row.id, after);
      return { subject: 'conditions', id: row.id };
    }
    default:
      return setting satisfies never;
  }
}

async function ofExtension(trx: Trx, number: string, after: Record<string, unknown>): Promise<ChangedSubject> {
  const row = await trx
    .updateTable('extension')
    .set((set) => ({ ...after, version: set('version', '+', 1), updated_at: new Date() }))
    .where('number', '=', number)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return null;
  await tell(trx, number, 'extension', row.id, after);
  return { subject: 'subscribers', id: row.id };
}

/** Who did it is whoever has the extension; by what way, the trail says. */
async function tell(trx: Trx, extension: string, subject: string, subjectId: string, after: object): Promise<void> {
  const person = await trx.selectFrom('account').select('id').where('extension', '=', extension).executeTakeFirst();
  const actor = { accountId: person?.id ?? null, network: `phone ${extension}`, requestId: '' };
  await audit(trx, actor, { action: 'set-by-phone', subject, subjectId, after });
}

/** A destination as tables keep it; null where it is none that a person could choose. */
function storedOf(to: Destination): { readonly kind: DestinationKind; readonly value: string } | null {
  switch (to.kind) {
    case 'direct':
      return { kind: to.kind, value: to.extension };
    case 'group':
      return { kind: to.kind, value: to.group };
    case 'queue':
      return { kind: to.kind, value: to.queue };
    case 'ivr':
      return { kind: to.kind, value: to.menu };
    case 'fw':
      return { kind: to.kind, value: to.number };
    default:
      return null;
  }
}
