import { blockList, getFrom, rehearse } from '@alo/call-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { migratedTestDatabase } from '../../testing/database.ts';
import { openTestOffice } from '../../testing/small-company.ts';
import { newId } from '../kernel/new-id.ts';
import {
  loadTelephonyConfig,
  type ReadTelephonyConfig,
  readConfigAgain,
  readTelephonyConfig,
  type SavedPart,
} from './routing-plan.ts';

let database: Awaited<ReturnType<typeof migratedTestDatabase>>;

beforeAll(async () => {
  database = await migratedTestDatabase();
});
afterAll(() => database.close());

test('the tables become a plan that names everything by its id, and the trunks that the engine needs', async () => {
  const { tenant, trunk, number } = await openTestOffice(database.db, 'ke-hoach');
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
      id: expect.any(String),
      name: 'Gọi vào',
      afterTalk: null,
      number: `+84${number.slice(1)}`,
      callerPattern: null,
      timeGroup: null,
      destination: { kind: 'group', group },
    },
  ]);
  expect(plan.outboundRules).toMatchObject([{ extensions: ['101'], routes: [{ trunk, callerNumber: number }] }]);
  expect(Object.values(plan.timeConditions)).toMatchObject([
    { group: { name: 'Giờ hành chính', slots: [{ from: '08:00', to: '17:30', weekdays: [1, 2, 3, 4, 5] }] } },
  ]);
  expect(plan.blockedCallers).toEqual(blockList([{ kind: 'number', value: '+84999999999', reason: 'quấy rối' }]));
  expect(trunks).toEqual([
    {
      trunk,
      host: '127.0.0.1',
      inside: ['127.0.0.1'],
      since: expect.any(Number),
      port: 5060,
      transport: 'udp',
      backups: [],
      addresses: ['127.0.0.1'],
      numbers: [number],
      forms: {},
      numberPrefix: '',
      account: null,
      identity: 'from',
      trustsIdentity: true,
      codecs: ['pcma', 'pcmu'],
      checkSeconds: 30,
      manner: {},
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
  const office = await openTestOffice(db, 'gio-lam-viec');
  const { tenant } = office;
  const planOf = async () => (await loadTelephonyConfig(db.inTenant, tenant)).plan;
  const plain = await planOf();
  const hoursOnly = { work_days: [1, 2, 3], work_from: '09:00', work_to: '18:00' };
  await db.inTenant(tenant, (trx) => trx.insertInto('system_setting').values(hoursOnly).execute());
  expect(await planOf()).toEqual(plain);

  const wishes = { after_hours: 'announce' as const, recording_notice: true };
  await db.inTenant(tenant, (trx) => trx.updateTable('system_setting').set(wishes).execute());
  const heard = async (at: string) => {
    const from = { kind: 'outside', number: '0912345678' } as const;
    const call = {
      from,
      dialled: office.number,
      at: Date.parse(at),
      people: {},
      keys: [],
      outside: 'answers',
    } as const;
    return rehearse(await planOf(), call).call.trace.map(({ text }) => text);
  };
  const wednesday = '2026-11-18';
  expect(await heard(`${wednesday}T10:00:00+07:00`)).toContain('Phát thông báo “Cuộc gọi được ghi âm”');
  expect(await heard(`${wednesday}T10:00:00+07:00`)).toContain('Nhóm đổ chuông “Kinh doanh”: đồng thời');
  const late = await heard(`${wednesday}T19:00:00+07:00`);
  expect(late).toContain('Giờ làm việc của công ty: ngoài giờ');
  expect(late).toContain('Phát thông báo “Ngoài giờ làm việc”');
  expect(late).not.toContain('Nhóm đổ chuông “Kinh doanh”: đồng thời');

  // Whom the company calls is told as well where it says so, and a key refuses.
  expect((await planOf()).recordingNotice).toEqual({ out: false, key: null });
  const told = { recording_notice_outbound: true, recording_refusal_key: '9', refused_recording: 'drop' as const };
  await db.inTenant(tenant, (trx) => trx.updateTable('system_setting').set(told).execute());
  expect((await planOf()).recordingNotice).toEqual({ out: true, key: '9', drops: true });

  // Nobody is told of a recording that is not made; a rule with hours of its own keeps to those.
  await db.inTenant(tenant, async (trx) => {
    await trx
      .insertInto('system_setting')
      .values({ records_inbound: false })
      .onConflict((row) => row.column('tenant_id').doUpdateSet({ records_inbound: false }))
      .execute();
    const group = trx.selectFrom('time_group').select('id').limit(1);
    await trx.updateTable('inbound_rule').set({ time_group_id: group }).execute();
  });
  const inItsHours = await heard(`${wednesday}T10:00:00+07:00`);
  expect(inItsHours.join(' ')).not.toMatch(/ghi âm|Giờ làm việc của công ty/);
  expect(inItsHours).toContain('Nhóm đổ chuông “Kinh doanh”: đồng thời');
});

test('what is read again after something was saved is what is read anew, and what was not saved is the very same', async () => {
  const { db } = database;
  const { tenant } = await openTestOffice(db, 'doc-lai');
  const read = (before?: ReadTelephonyConfig, ...saved: SavedPart[]) =>
    db.inTenant(tenant, (trx) =>
      before === undefined
        ? readTelephonyConfig(trx, () => '')
        : readConfigAgain(trx, before, new Set(saved), () => ''),
    );
  const save = (work: Parameters<typeof db.inTenant<unknown>>[1]) => db.inTenant(tenant, work);
  const block = (value: string, direction: 'in' | 'out' = 'out') =>
    save((trx) =>
      trx.insertInto('block_list').values({ id: crypto.randomUUID(), direction, kind: 'number', value }).execute(),
    );

  const first = await read();
  expect((await read(first, 'anything')).plan).toBe(first.plan);
  const saves: readonly (readonly [SavedPart, () => Promise<unknown>])[] = [
    ['rules', () => save((trx) => trx.updateTable('inbound_rule').set({ name: 'Khác' }).execute())],
    ['rules', () => save((trx) => trx.updateTable('outbound_rule').set({ pattern: '08*' }).execute())],
    ['rules', () => save((trx) => trx.deleteFrom('outbound_route').execute())],
    ['rules', () => save((trx) => trx.updateTable('inbound_rule').set({ priority: 7, enabled: false }).execute())],
    ['rules', () => save((trx) => trx.updateTable('inbound_rule').set({ enabled: true }).execute())],
    ['rules', () => save((trx) => trx.deleteFrom('outbound_rule').execute())],
    ['block-lists', () => block('+84901111111')],
    ['block-lists', () => block('+84902222222', 'in')],
    ['block-lists', () => save((trx) => trx.updateTable('block_list').set({ reason: 'Vì thế' }).execute())],
    ['block-lists', () => save((trx) => trx.deleteFrom('block_list').where('direction', '=', 'in').execute())],
    ['anything', () => save((trx) => trx.updateTable('extension').set({ ring_seconds: 7 }).execute())],
    ['anything', () => save((trx) => trx.updateTable('service_number').set({ enabled: false }).execute())],
    ['anything', () => save((trx) => trx.insertInto('system_setting').values({ recording_notice: true }).execute())],
    ['anything', () => save((trx) => trx.updateTable('system_setting').set({ recording_refusal_key: '7' }).execute())],
  ];
  let known = first;
  for (const [saved, work] of saves) {
    await work();
    const again = await read(known, saved);
    const anew = await read();
    expect([saved, again.plan]).toEqual([saved, anew.plan]);
    expect(again.trunks).toEqual(anew.trunks);
    expect(again.plan).not.toBe(known.plan);
    const untouched = saved === 'block-lists' ? 'inboundRules' : 'timeConditions';
    expect(again.plan[untouched]).toBe(known.plan[untouched]);
    known = again;
  }
  // Of a hundred thousand only those were looked at that were changed.
  expect(known.plan.blockedNumbers.numbers.size).toBe(1);
});

test('what was blocked by a transaction that ended late is known all the same', async () => {
  const { db } = database;
  const { tenant } = await openTestOffice(db, 'cham');
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const late = db.inTenant(tenant, async (trx) => {
    await trx
      .insertInto('block_list')
      .values({ id: crypto.randomUUID(), direction: 'in', kind: 'number', value: '+84903333333' })
      .execute();
    begun.resolve();
    await go.promise;
  });
  await begun.promise;
  const before = await db.inTenant(tenant, (trx) => readTelephonyConfig(trx, () => ''));
  const again = (known: ReadTelephonyConfig) =>
    db.inTenant(tenant, (trx) => readConfigAgain(trx, known, new Set(['block-lists']), () => ''));
  const meanwhile = await again(before);
  go.resolve();
  await late;
  const after = await again(meanwhile);
  const blocked = ({ plan }: ReadTelephonyConfig) => getFrom(plan.blockedCallers.numbers, '+84903333333')?.reason;
  expect([before, meanwhile, after].map(blocked)).toEqual([undefined, undefined, 'không ghi lý do']);
});

test('what is told twice, for a transaction is under way elsewhere, is no other plan', async () => {
  const { db } = database;
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = await openTestOffice(db, 'noi-khac');
  const elsewhere = db.inTenant(other.tenant, async (trx) => {
    await trx.updateTable('extension').set({ ring_seconds: 7 }).execute();
    begun.resolve();
    await go.promise;
  });
  await begun.promise;
  const { tenant } = await openTestOffice(db, 'hai-lan');
  const first = await db.inTenant(tenant, (trx) => readTelephonyConfig(trx, () => ''));
  const again = await db.inTenant(tenant, (trx) => readConfigAgain(trx, first, new Set(['rules']), () => ''));
  go.resolve();
  await elsewhere;
  expect(again.plan).toBe(first.plan);
});

test('a queue enters and stays by different rules, each from its own column', async () => {
  const { tenant } = await openTestOffice(database.db, 'vao-va-o-lai');
  await database.db.inTenant(tenant, (trx) =>
    trx
      .insertInto('queue')
      .values({ id: newId(), name: 'Vào khó, ở dễ', to_enter: 'somebody-free', to_stay: 'somebody-joined' })
      .execute(),
  );
  const { plan } = await loadTelephonyConfig(database.db.inTenant, tenant);
  expect(Object.values(plan.queues)).toMatchObject([{ toEnter: 'somebody-free', toStay: 'somebody-joined' }]);
});
