import { draftHeader } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { jobPerformer } from '../src/background/perform-job.ts';
import { callerOfAccount } from '../src/features/identity/account-callers.ts';
import { replayJob } from '../src/features/routing-versions/replay.ts';
import { openLog } from '../src/http/log.ts';
import { newId } from '../src/kernel/new-id.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { storeCall } from '../testing/stored-calls.ts';

let app: TestApp;
let mine: TestTenant;
const hotline = '+842871000101';

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('chay-lai');
  const trunk = newId();
  await app.db.inTenant(mine.id, async (trx) => {
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip.test' }).execute();
    const number = { id: newId(), number: hotline, name: 'Hotline', trunk_id: trunk };
    await trx.insertInto('service_number').values(number).execute();
    await trx
      .insertInto('extension')
      .values([
        { id: newId(), number: '101', name: 'Lan' },
        { id: newId(), number: '102', name: 'Minh' },
      ])
      .execute();
  });
});
afterAll(() => app.close());

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, draft = false) {
  const answer = await app.http.inject({
    method,
    url: `/telephony${path}`,
    headers: { authorization: `Bearer ${mine.admin.token}`, ...(draft ? { [draftHeader]: 'on' } : {}) },
    ...(body === undefined ? {} : { payload: body }),
  });
  expect(answer.statusCode).toBeLessThan(300);
  return answer.json();
}

const rule = (name: string, priority: number, extension: string, pattern: string) => ({
  name,
  priority,
  caller_pattern: pattern,
  destination: { type: 'direct', value: extension },
});

test('past calls that the draft leads elsewhere are counted and named, those that it renames are not', async () => {
  const all = await ask('POST', '/partner/inbound', rule('Mọi cuộc gọi', 50, '101', ''));
  for (const caller of ['+84901111111', '+84902222222', '+84912222222']) {
    await storeCall(app.db, mine.id, {
      direction: 'inbound',
      outside_number: caller,
      service_number: hotline,
      dialled: '02871000101',
    });
  }
  await storeCall(app.db, mine.id, { direction: 'outbound', outside_number: '+84901111111' });
  await ask('PUT', `/partner/inbound/${all.id}`, { ...all, name: 'Tên khác' }, true);
  await ask('POST', '/partner/inbound', rule('Đầu số 090', 10, '102', '090*'), true);

  const { job_id: jobId } = await ask('POST', '/partner/routing-replay');
  const perform = jobPerformer({
    inTenant: app.db.inTenant,
    maskOf: async () => null,
    announce: () => undefined,
    callerOf: (trx, { account_id }) => callerOfAccount(trx, account_id),
    kinds: { 'routing-replay': replayJob },
    log: openLog('silent'),
  });
  await perform({ tenantId: mine.id, jobId }, new AbortController().signal, 1);

  const { replay } = await ask('GET', '/partner/routing-replay');
  expect(replay).toMatchObject({ job_id: jobId, calls: 3, moved: 2 });
  expect(replay.moves.map(({ caller }: { caller: string }) => caller).toSorted()).toEqual(['0901111111', '0902222222']);
  expect(replay.moves[0]).toMatchObject({ live: 'Gọi máy nhánh 101 (Lan)', draft: 'Gọi máy nhánh 102 (Minh)' });
  expect(replay.places).toEqual([
    { place: 'Gọi máy nhánh 101 (Lan)', live: 2, draft: 0 },
    { place: 'Gọi máy nhánh 102 (Minh)', live: 0, draft: 2 },
  ]);
});

test('a day is told in stretches, to the minute, without a gap', async () => {
  const hours = {
    id: null,
    from_time: '08:00',
    to_time: '17:30',
    weekdays: [1, 2, 3, 4, 5],
    days_of_month: [],
    months: [],
    dates: [],
    holidays: 'ignored',
    note: '',
  };
  const group = await ask('POST', '/partner/time-group', { name: 'Giờ làm việc', details: [hours] });
  await ask('POST', '/partner/inbound', {
    name: 'Giờ làm',
    priority: 1,
    time_group_id: group.id,
    destination: { type: 'direct', value: '102' },
  });
  const { bands } = await ask('POST', '/partner/call-test/day', {
    dialled: '02871000101',
    caller: '0912345678',
    day: '2026-11-23',
  });
  expect(bands).toEqual([
    { from: 0, to: 480, place: 'Gọi máy nhánh 101 (Lan)' },
    { from: 480, to: 1_050, place: 'Gọi máy nhánh 102 (Minh)' },
    { from: 1_050, to: 1_440, place: 'Gọi máy nhánh 101 (Lan)' },
  ]);
});
