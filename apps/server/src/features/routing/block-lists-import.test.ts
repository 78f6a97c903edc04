import { inDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { testImports } from '../../../testing/imports.ts';
import { testWorkers } from '../../../testing/workers.ts';
import { newId } from '../../kernel/new-id.ts';

let app: TestApp;
let mine: TestTenant;
const workers = testWorkers();

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('chan-so');
  await workers.start(app);
});

afterAll(async () => {
  await workers.kill();
  await app.close();
});

inDepth('a number may stand in both lists: each knows its own when a file is brought again', async () => {
  const file = 'Số,Lý do\n0901234567,quấy rối';
  for (const screen of ['list-of-blocked-out-numbers', 'list-of-blocked-incoming-numbers'] as const) {
    const { done } = await testImports(app, mine, screen).imported(file);
    expect(done.counts).toMatchObject({ created: 1, bad: 0 });
  }
  for (const screen of ['list-of-blocked-out-numbers', 'list-of-blocked-incoming-numbers'] as const) {
    const { done } = await testImports(app, mine, screen).imported(file);
    expect(done.counts).toMatchObject({ created: 0, bad: 0 });
  }
});

test('a landline of before 2017 blocks no mobile with the same digits: it comes back with both readings', async () => {
  const own = testImports(app, mine, 'list-of-blocked-incoming-numbers');
  const file =
    'Số,Lý do\n0838291299,chính số này\n08 3829 1299,máy bàn cũ\n84.8.3829.1298,máy bàn cũ\n04 3825 1299,máy bàn cũ';
  const { id, report } = await own.bring(file);
  await own.step(id, 'check', { mapping: report.mapping, existing: 'skip' });
  const done = await own.step(id, 'run');
  expect(done.counts).toMatchObject({ created: 2, same: 0, duplicate: 0, bad: 2 });
  expect(done.problems.map(({ reason }) => reason)).toEqual([
    'Số: có thể là máy bàn mã vùng cũ (nay là 028 3829 1299) hoặc di động 0838 291 299, hãy ghi rõ một số',
    'Số: có thể là máy bàn mã vùng cũ (nay là 028 3829 1298) hoặc di động 0838 291 298, hãy ghi rõ một số',
  ]);
});

test('a file says what callers get and for which number a line holds', async () => {
  await app.db.inTenant(mine.id, async (trx) => {
    const trunk = newId();
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip.vn' }).execute();
    const number = { id: newId(), number: '+842871000101', name: 'Tổng đài', trunk_id: trunk };
    await trx.insertInto('service_number').values(number).execute();
    await trx.insertInto('voicemail_box').values({ id: newId(), name: 'Góp ý' }).execute();
  });
  const file = [
    'Số,Lý do,Đầu số,Hành động,Dẫn tới',
    '0907000001,phá rối,02871000101,Báo bận,',
    '0907000002,phá rối,,Phát thông báo hoặc nhận lời nhắn,Hộp thư thoại: Góp ý',
    '0907000003,phá rối,,,',
  ].join('\n');
  const { done } = await testImports(app, mine, 'list-of-blocked-incoming-numbers').imported(file);
  expect(done.counts).toMatchObject({ created: 3, bad: 0 });
  const { data } = (
    await mine.admin.call('GET', '//telephony/partner/blocked-incoming-numbers?search=90700000')
  ).json();
  const got = new Map(
    data.map(({ value, action, then_name, number_name }: Record<string, string>) => [
      value,
      [action, then_name, number_name],
    ]),
  );
  expect(Object.fromEntries(got)).toEqual({
    '+84907000001': ['busy', '', 'Tổng đài'],
    '+84907000002': ['lead', 'Góp ý', null],
    '+84907000003': ['reject', '', null],
  });
});
