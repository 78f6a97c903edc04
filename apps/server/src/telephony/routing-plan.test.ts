import { afterAll, beforeAll, expect, test } from 'vitest';

import { migratedTestDatabase } from '../db/test-database.ts';
import { loadTelephonyConfig } from './routing-plan.ts';
import { openTestOffice } from './test-office.ts';

let database: Awaited<ReturnType<typeof migratedTestDatabase>>;

beforeAll(async () => {
  database = await migratedTestDatabase();
});
afterAll(() => database.close());

test('the tables become a plan that names everything by its id, and the trunks that the engine needs', async () => {
  const { tenant, trunk } = await openTestOffice(database.db, 'ke-hoach');
  const { plan, trunks } = await loadTelephonyConfig(database.db.inTenant, tenant);
  const [group] = Object.keys(plan.groups);
  const [box] = Object.keys(plan.voicemailBoxes);
  expect(plan.internalNumbers).toEqual({
    101: { kind: 'direct', extension: '101' },
    102: { kind: 'direct', extension: '102' },
    600: { kind: 'group', group },
  });
  expect(Object.values(plan.groups)).toEqual([
    {
      name: 'Kinh doanh',
      strategy: 'ring-all',
      members: ['101', '102'],
      ringSeconds: 20,
      otherwise: { kind: 'voicemail', box },
    },
  ]);
  expect(plan.inboundRules).toEqual([
    {
      name: 'Gọi vào',
      afterTalk: null,
      number: '+842871000101',
      callerPattern: null,
      timeGroup: null,
      destination: { kind: 'group', group },
    },
  ]);
  expect(plan.outboundRules).toMatchObject([{ extensions: ['101'], routes: [{ trunk, callerNumber: '02871000101' }] }]);
  expect(Object.values(plan.timeConditions)).toMatchObject([
    { group: { name: 'Giờ hành chính', slots: [{ from: '08:00', to: '17:30', weekdays: [1, 2, 3, 4, 5] }] } },
  ]);
  expect(plan.blockedCallers).toEqual({ numbers: { '+84999999999': 'quấy rối' }, patterns: [], anonymous: false });
  expect(trunks).toEqual([
    {
      ...{ trunk, host: '127.0.0.1', port: 5060, transport: 'udp', backups: [], addresses: ['127.0.0.1'] },
      ...{ numbers: ['02871000101'], forms: {}, numberPrefix: '', account: null, identity: 'from' },
      ...{ trustsIdentity: true, codecs: ['pcma', 'pcmu'], checkSeconds: 30 },
    },
  ]);
});

test('who may not see full numbers is shown masked ones, once the tenant hides them', async () => {
  const { db } = database;
  const { tenant } = await openTestOffice(db, 'an-so');
  const people = [
    ['101', ['customer.view']],
    ['102', ['customer.view', 'customer.full-phone']],
  ] as const;
  await db.inTenant(tenant, async (trx) => {
    for (const [extension, permissions] of people) {
      const id = crypto.randomUUID();
      await trx
        .insertInto('role')
        .values({ id, name: `Vai trò ${extension}`, permissions: [...permissions] })
        .execute();
      await trx
        .insertInto('account')
        .values({
          id,
          email: `${extension}@x.vn`,
          name: `Người ${extension}`,
          password_hash: '',
          role_id: id,
          extension,
        })
        .execute();
    }
  });
  const masked = async () => {
    const { plan } = await loadTelephonyConfig(db.inTenant, tenant);
    return Object.values(plan.extensions).map(({ name, seesMaskedNumbers }) => [name, seesMaskedNumbers]);
  };
  expect(await masked()).toEqual([
    ['Người 101', false],
    ['Người 102', false],
  ]);
  await db.inTenant(tenant, (trx) => trx.insertInto('system_setting').values({ hidden_phone_customer: 1 }).execute());
  expect(await masked()).toEqual([
    ['Người 101', true],
    ['Người 102', false],
  ]);
});

test('out of the company’s hours callers are told so, and within them that they are recorded, before any rule leads on', async () => {
  const { db } = database;
  const { tenant } = await openTestOffice(db, 'gio-lam-viec');
  const planOf = async () => (await loadTelephonyConfig(db.inTenant, tenant)).plan;
  const plain = await planOf();
  const [rule] = plain.inboundRules;
  if (rule === undefined) throw new Error('The office has no inbound rule.');
  const hoursOnly = { work_days: [1, 2, 3], work_from: '09:00', work_to: '18:00' };
  await db.inTenant(tenant, (trx) => trx.insertInto('system_setting').values(hoursOnly).execute());
  expect(await planOf()).toEqual(plain);

  const wishes = { after_hours: 'announce' as const, recording_notice: true };
  await db.inTenant(tenant, (trx) => trx.updateTable('system_setting').set(wishes).execute());
  const { inboundRules, timeConditions, announcements } = await planOf();
  const [first] = inboundRules;
  const hours = first?.destination.kind === 'time' ? timeConditions[first.destination.condition] : undefined;
  expect(hours?.group.slots).toMatchObject([{ from: '09:00', to: '18:00', weekdays: [1, 2, 3] }]);
  const heard = (destination: typeof rule.destination | undefined) =>
    destination?.kind === 'msg' ? announcements[destination.announcement] : undefined;
  expect(heard(hours?.match)).toMatchObject({ file: 'system/vi/recorded.wav', then: rule.destination });
  expect(heard(hours?.otherwise)).toMatchObject({ file: 'system/vi/closed.wav', then: { kind: 'hang-up' } });

  // Nobody is told of a recording that is not made; a rule with hours of its own keeps to those.
  await db.inTenant(tenant, async (trx) => {
    await trx
      .insertInto('telephony_setting')
      .values({ records_inbound: false })
      .onConflict((row) => row.column('tenant_id').doUpdateSet({ records_inbound: false }))
      .execute();
    const group = trx.selectFrom('time_group').select('id').limit(1);
    await trx.updateTable('inbound_rule').set({ time_group_id: group }).execute();
  });
  const [own] = (await planOf()).inboundRules;
  expect(own?.destination).toEqual(rule.destination);
});
