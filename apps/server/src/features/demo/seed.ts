import type { TrunkId } from '@alo/call-core';

import { type Db, type InTenant, readIn, type Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';
import { historyStore } from '../../telephony/history/history-store.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { seedCallsOf, seedTags } from './calls-of.ts';
import { seedCampaign } from './campaigns.ts';
import { newPhone, seedCustomers } from './customers.ts';
import { planCalls } from './day-plan.ts';
import { seedKpis } from './kpis.ts';
import { demoPassword, seedOrganisation } from './organisation.ts';
import { seededRandom } from './random.ts';
import { planShifts } from './shifts.ts';
import { type SimulatedHistory, simulateCalls } from './simulate-calls.ts';
import { seedSurvey } from './surveys.ts';
import { demoMenuServiceNumber, demoNumber, demoOfficeNumber, demoPin, seedTelephony } from './telephony.ts';

export { demoCode, demoPassword, demoPeople } from './organisation.ts';

const historyDays = 21;
const batchSize = 100;

/**
 * Fills a new installation with the tenant `demo`: people, phones, numbers, customers, and calls of three weeks, or of so many `days`, up
 * to `now` (milliseconds), made by call control itself. All of it or nothing; the same `seed` makes the same calls.
 */
export async function seedDemo(
  db: Db,
  {
    hashPassword,
    now = Date.now(),
    seed = 2026,
    days = historyDays,
  }: {
    readonly hashPassword: (password: string) => Promise<string>;
    readonly now?: number;
    readonly seed?: number;
    readonly days?: number;
  },
): Promise<{ readonly tenantId: string }> {
  const tenantId = newId();
  const [passwordHash, pinHash] = await Promise.all([hashPassword(demoPassword), hashPassword(demoPin)]);
  const random = seededRandom(seed);
  await db.inTenant(tenantId, async (trx) => {
    const people = await seedOrganisation(trx, { tenantId, passwordHash, now });
    await seedTelephony(trx, pinHash);
    const owners = [people.get('lan@demo.local'), people.get('minh@demo.local')].filter((id) => id !== undefined);
    const customers = await seedCustomers(trx, { random, now, owners });
    await seedCampaign(trx, { customers, callers: owners, now });
    await seedSurvey(trx, { customers, askers: owners, now });
    const here: InTenant = (_, work) => work(trx);
    const { plan, trunks } = await loadTelephonyConfig(here, tenantId);
    await seedKpis(trx, { people: owners, now, timeZone: plan.timeZone });
    const taken = new Set(customers.map(({ phone }) => phone));
    const planned = planCalls({
      random,
      now,
      days,
      timeZone: plan.timeZone,
      customers: customers.map(({ phone }) => phone),
      stranger: () => newPhone(random, taken),
    });
    const history = simulateCalls({
      // Nothing was recorded in these weeks: there is no voice to make up.
      plan: { ...withoutVoicemail(plan), records: { inbound: false, outbound: false, internal: false } },
      shifts: planShifts({ random: seededRandom(seed + 1), now, timeZone: plan.timeZone, calls: planned }),
      planned,
      random,
      numbers: { main: demoNumber, office: demoOfficeNumber, menu: demoMenuServiceNumber },
      trunk: trunks[0]?.trunk ?? ('' as TrunkId), // the demo's own trunk was made above
    });
    await write(trx, tenantId, history);
    await seedCallsOf(trx);
    await seedTags(trx);
    // Everybody has looked at their bell lately: what is new in it afterwards has just happened.
    await trx
      .insertInto('notification_read')
      .values([...people.values()].map((id) => ({ account_id: id, read_at: new Date(now) })))
      .execute();
  });
  return { tenantId };
}

function withoutVoicemail<Plan extends Awaited<ReturnType<typeof loadTelephonyConfig>>['plan']>(plan: Plan): Plan {
  const groups = Object.entries(plan.groups).map(([id, group]) => [id, { ...group, otherwise: null }] as const);
  return { ...plan, groups: Object.fromEntries(groups) };
}

async function write(trx: Trx, tenantId: string, { calls, events, spans }: SimulatedHistory): Promise<void> {
  // Nobody runs the tenant yet: for this transaction it is ours.
  const claim = { holder: 'seed', epoch: 0 };
  await trx.insertInto('tenant_lease').values(claim).execute();
  const here: Pick<Db, 'inTenant' | 'write'> = {
    inTenant: (_, work) => work(trx),
    write: (_, changes) => readIn(trx, changes),
  };
  const store = historyStore(here, tenantId, claim, new Set());
  for (let from = 0; from < calls.length; from += batchSize) {
    await store.write({ calls: calls.slice(from, from + batchSize), events: [], spans: [] });
  }
  for (let from = 0; from < events.length; from += batchSize * 10) {
    await store.write({ calls: [], events: events.slice(from, from + batchSize * 10), spans: [] });
  }
  for (let from = 0; from < spans.length; from += batchSize * 10) {
    await store.write({ calls: [], events: [], spans: spans.slice(from, from + batchSize * 10) });
  }
  await trx.deleteFrom('tenant_lease').execute();
}
