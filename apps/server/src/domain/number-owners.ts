import { sql } from 'kysely';

import { audit } from '../db/audit.ts';
import { goOnIn, type Trx } from '../db/database.ts';
import type { Actor } from '../kernel/by.ts';
import { newId } from '../kernel/new-id.ts';
import { Problem } from '../kernel/problem.ts';
import { isActive } from './number-states.ts';

/** Of a row of `service_number`: whether who is called may be shown it. */
export const isShown = sql<boolean>`(service_number.proven_at is not null or not numbers_need_proof())`;

/** The same: whether its trunk may carry it. Most companies have no carrier of the operator's, and nothing to look at. */
export const isCarried = sql<boolean>`(not exists (select from carrier_share)
  or is_carried(service_number.trunk_id, service_number.number))`;

/** Of a row of `service_number` with its `trunk`: calls can go out with it, as routing has it. */
export const callsOut = sql<boolean>`service_number.enabled and service_number.number <> ''
  and service_number.callers <> 'nobody'
  and (service_number.proven_at is not null
    or (select trial_until is null from tenant where tenant.id = service_number.tenant_id))
  and ${isShown} and ${isCarried} and ${isActive}`;

/** The row that has a number now. */
export interface NumberHolder {
  readonly tenant_id: string;
  readonly id: string;
  readonly number: string;
  readonly proven: boolean;
  /** Its company runs the installation. */
  readonly operates: boolean;
}

/** Who has a number, in whichever spelling; undefined where nobody has. */
export async function holderOf(trx: Trx, number: string): Promise<NumberHolder | undefined> {
  const { rows } = await sql<NumberHolder>`select * from holder_of_number(${number})`.execute(trx);
  return rows[0];
}

interface ProvenNumber {
  readonly held: Pick<NumberHolder, 'tenant_id' | 'id' | 'number'>;
  /** The company whose it is. */
  readonly to: string;
  readonly at: Date;
  readonly by: 'operator' | 'call';
  /** Who did it, as each company's trail has it, and what stands there of it. */
  readonly told: { readonly holder: Actor; readonly owner: Actor };
  readonly words: Record<string, unknown>;
  /** The company has nothing that could carry the number. */
  readonly noTrunk: () => Problem;
}

/**
 * Says whose a number is. Another company's goes over to its owner in this transaction: whatever ends it, the number is one's or the
 * other's. Answers the row that has it then; the transaction is the owner's afterwards.
 */
export async function giveNumberTo(
  trx: Trx,
  { held, to, at, by, told, words, noTrunk }: ProvenNumber,
): Promise<string> {
  const entry = { action: 'update', subject: 'service_number', after: { number: held.number, ...words } };
  await goOnIn(trx, to);
  if (held.tenant_id === to) {
    const { numUpdatedRows } = await trx
      .updateTable('service_number')
      .set({ proven_at: at, proven_by: by })
      .where('id', '=', held.id)
      .where('number', '=', held.number)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw changedHands();
    await audit(trx, told.owner, { ...entry, subjectId: held.id, after: { ...entry.after, proven: true } });
    return held.id;
  }
  const { rows: given } = await sql<{ to_another: boolean }>`
    select is_given_to_another(array[${held.number}]) as to_another`.execute(trx);
  if (given[0]?.to_another === true) {
    throw Problem.callRefused('Số này nằm trong phần nhà mạng được giao cho công ty khác: đổi phần ấy trước');
  }
  const trunk = await firstTrunk(trx, held.number);
  if (trunk === undefined) throw noTrunk();
  await goOnIn(trx, held.tenant_id);
  await takeAway(trx, held, by);
  await audit(trx, told.holder, { ...entry, subjectId: held.id, after: { ...entry.after, given_to_its_owner: true } });
  await goOnIn(trx, to);
  const id = newId();
  await trx
    .insertInto('service_number')
    .values({
      id,
      name: held.number,
      trunk_id: trunk.id,
      number: held.number,
      enabled: true,
      proven_at: at,
      proven_by: by,
    })
    .execute();
  await audit(trx, told.owner, {
    ...entry,
    action: 'create',
    subjectId: id,
    after: { ...entry.after, proven: true },
  });
  return id;
}

/** Of those that may carry it: what the operator gave of a carrier may name its numbers. */
const firstTrunk = (trx: Trx, number: string) =>
  trx
    .selectFrom('trunk')
    .select('id')
    .where('enabled', '=', true)
    .where(sql<boolean>`is_carried(id, ${number})`)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();

/** What refers to the row goes on to refer to it: it has no number any more, and nobody calls or is called by it. */
async function takeAway(trx: Trx, { id, number }: ProvenNumber['held'], by: ProvenNumber['by']): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('service_number')
    .set(({ eb }) => ({
      number: '',
      carrier_form: '',
      enabled: false,
      note: 'Đầu số đã được giao cho chủ sở hữu',
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
    }))
    .where('id', '=', id)
    .where('number', '=', number)
    // Only the operator takes from somebody what they have proven meanwhile.
    .$if(by === 'call', (its) => its.where('proven_at', 'is', null))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw changedHands();
}

/** Another one was faster. */
const changedHands = () => Problem.callRefused('Số này vừa đổi chủ: hãy tải lại rồi thử lại');
