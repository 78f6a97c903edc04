import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

let app: TestApp;
let demo: TestTenant;
let number: string;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('nha-mang');
  const made = async (path: string, body: object) => (await demo.admin.call('POST', path, body)).json();
  const trunk = await made('//telephony/partner/trunk', { name: 'FPT Telecom', host: 'sip.fpt.test' });
  const given = { number: '02471000111', name: 'Hà Nội', trunk_id: trunk.id };
  number = (await made('//telephony/partner/service-number', given)).id;
  const call = (local: string, fields: Parameters<typeof storeCall>[2] = {}) =>
    storeCall(app.db, demo.id, {
      started_at: new Date(`${local}+07:00`),
      trunk_id: trunk.id,
      service_number: '+842471000111',
      ...fields,
    });
  await call('2026-03-02T23:30:00', { talk_ms: 61_000 });
  await call('2026-03-03T00:30:00', { talk_ms: 29_000, direction: 'outbound', from_extension: '101' });
  await call('2026-03-03T09:00:00', { status: 'missed' });
  await call('2026-03-03T09:10:00', { trunk_id: 'khac', service_number: '+842871000999' });
});
afterAll(() => app.close());

const read = async (query: string) => (await demo.admin.call('GET', `/histories-call/by-carrier?${query}`)).json();

test('the calls of a carrier come to what they come to by day, number and hour of the company’s clock', async () => {
  const sums = await read('carrier=FPT&from=2026-03-01&to=2026-03-31');
  const told = (rows: Record<string, unknown>[]) =>
    rows.map(({ key, total, answered, talk_seconds: talk }) => [key, total, answered, talk]);
  expect(sums.total).toMatchObject({ total: 3, inbound: 2, outbound: 1, answered: 2, talk_seconds: 90 });
  expect(told(sums.days)).toEqual([
    ['2026-03-02', 1, 1, 61],
    ['2026-03-03', 2, 1, 29],
  ]);
  expect(told(sums.numbers)).toEqual([[number, 3, 2, 90]]);
  expect(told(sums.hours)).toEqual([
    ['0', 1, 1, 29],
    ['9', 1, 0, 0],
    ['23', 1, 1, 61],
  ]);
  // What the filter leaves out is in no sum, and the history has as many.
  const narrowed = 'carrier=FPT&from=2026-03-01&to=2026-03-31&direction=inbound';
  expect((await read(narrowed)).total.total).toBe(2);
  expect((await demo.admin.call('GET', `/histories-call?${narrowed}`)).json().total).toBe(2);
});

test('days that are not said are the last ones, and more than a month is refused in words', async () => {
  const { from, to, total } = await read('carrier=FPT');
  expect([(Date.parse(to) - Date.parse(from)) / 86_400_000, total.total]).toEqual([30, 0]);
  expect(await read('carrier=FPT&from=2026-03-01')).toMatchObject({ from: '2026-03-01', to: '2026-03-31' });
  const long = await demo.admin.call('GET', '/histories-call/by-carrier?carrier=FPT&from=2026-01-01&to=2026-03-31');
  expect([long.statusCode, long.json().fields]).toEqual([400, { from: 'Nhiều nhất 31 ngày một lần' }]);
});

test('a file for a carrier says who called whom, when, how long, and why it ended', async () => {
  const asked = '/histories-call/export?format=csv&carrier=FPT&from=2026-03-01&to=2026-03-31&columns=carrier';
  const [head, first] = (await demo.admin.call('GET', asked)).payload.split('\r\n');
  expect(head).toBe(
    '\uFEFFSố gọi,Số nhận,Loại,Bắt đầu,Trả lời,Kết thúc,Đàm thoại (giây),Tổng (giây),Trạng thái,Lý do kết thúc,Mã cuộc gọi',
  );
  expect(first).toMatch(/^0901234567,02471000111,Gọi vào,03\/03\/2026 09:00:00,/);
});
