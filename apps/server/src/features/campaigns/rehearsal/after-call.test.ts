import type { CampaignRetry, ContactState } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seededRandom } from '../../../../simulator/random.ts';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../../../testing/database.ts';
import { newId } from '../../../kernel/new-id.ts';
import { afterCall, type Tried } from './after-call.ts';

/** What follows from a call in a rehearsal is what follows from it in the database, whatever rules and calls there were. */
let database: OwnedTestDatabase;
let tenant: string;

beforeAll(async () => {
  database = await ownedTestDatabase();
  tenant = newId();
  await database.owner.query('insert into tenant (id, code, name, sip_domain) values ($1, $2, $2, $2)', [
    tenant,
    'mot',
  ]);
});
afterAll(() => database[Symbol.asyncDispose]());

const outcomes = [
  { code: 'xong', leaves: 'done' },
  { code: 'sai-so', leaves: 'wrong-number' },
  { code: 'khong-gap', leaves: 'missed' },
  { code: 'goi-lai', leaves: 'call-again' },
] as const;
const networks = ['no_answer', 'busy', 'failed', ''] as const;
/** Of the customer of a turn. */
const numberOf = (turn: number, place: number) => `+849${String(10_000_000 + turn * 10 + place)}`;

test('a customer stands after a call as the database says', async () => {
  const random = seededRandom(7);
  const one = <T>(of: readonly T[]): T => {
    const found = of[random.between(0, of.length - 1)];
    if (found === undefined) throw new Error('There is nothing to choose from.');
    return found;
  };
  const lastAt = Date.parse('2026-11-30T09:00:00+07:00');
  await database.db.inTenant(tenant, async (trx) => {
    const status = newId();
    await trx.insertInto('profile_status').values({ id: status, name: 'Mới', colour: '#2563eb' }).execute();
    for (const [position, { code, leaves }] of outcomes.entries()) {
      await sql`insert into disposition_outcome (id, code, name, campaign_state, position)
        values (${newId()}, ${code}, ${code}, ${leaves}, ${position})`.execute(trx);
    }
    for (let turn = 0; turn < 150; turn += 1) {
      const [campaign, customer, contact] = [newId(), newId(), newId()];
      const most = random.between(1, 4);
      const numbers = [0, 1, 2].slice(0, random.between(1, 3)).map((place) => numberOf(turn, place));
      const rules = [...outcomes.map(({ code }) => code), 'no_answer', 'busy', 'failed']
        .filter(() => random.chance(0.4))
        .map(
          (result): CampaignRetry => ({
            result,
            step: one(['again', 'other-number', 'stop'] as const),
            minutes: one([5, 60]),
            most: one([1, 2]),
          }),
        );
      const tried = Array.from({ length: random.between(1, 4) }, (): Tried => {
        const said = random.chance(0.4) ? one(outcomes) : undefined;
        return { number: one(numbers), said: said?.code ?? '', network: one(networks), leaves: said?.leaves ?? '' };
      });
      const last = tried.at(-1);
      if (last === undefined) throw new Error('There is no call.');
      const attempts = tried.length;
      await trx
        .insertInto('campaign')
        .values({ id: campaign, name: campaign, kind: 'care', max_attempts: most })
        .execute();
      for (const [position, rule] of rules.entries()) {
        await trx
          .insertInto('campaign_retry')
          .values({ id: newId(), campaign_id: campaign, position, ...rule })
          .execute();
      }
      await trx.insertInto('customer').values({ id: customer, name: 'Khách', status, numbers }).execute();
      const next = lastAt + 3_600_000;
      await trx
        .insertInto('campaign_contact')
        .values({
          id: contact,
          campaign_id: campaign,
          customer_id: customer,
          state: 'calling',
          attempts,
          last_at: new Date(lastAt),
          next_at: new Date(next),
          number: last.number,
        })
        .execute();
      for (const [nth, { number, said, network }] of tried.entries()) {
        await trx
          .insertInto('campaign_attempt')
          .values({
            id: newId(),
            campaign_id: campaign,
            customer_id: customer,
            nth: nth + 1,
            at: new Date(lastAt + nth),
            number,
            outcome: said,
            result: network,
          })
          .execute();
      }
      const leaves: ContactState =
        last.leaves === '' ? 'missed' : (outcomes.find(({ code }) => code === last.said)?.leaves ?? 'missed');
      const { rows } = await sql<{ state: string; next_at: Date; number: string; stopped: boolean }>`
        select after.state, after.next_at, after.number, after.stopped from campaign_contact as its
          cross join lateral after_call(its, ${last.said}, ${last.network}, ${leaves}, null) as after where its.id = ${contact}`.execute(
        trx,
      );
      const [stored] = rows;
      const {
        state,
        next: due,
        number,
        stopped,
      } = afterCall(
        { attempts, lastAt, next, number: last.number, numbers, tried },
        { said: last.said, network: last.network, leaves },
        { most, rules },
      );
      expect({ turn, state, next: due, number, stopped }).toEqual({
        turn,
        state: stored?.state,
        next: stored?.next_at.getTime(),
        number: stored?.number,
        stopped: stored?.stopped,
      });
    }
  });
});
