import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { testImports } from '../../../testing/imports.ts';
import { testWorkers } from '../../../testing/workers.ts';
import { newId } from '../../kernel/new-id.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let mine: TestTenant;
let queue: string;
let other: string;
const workers = testWorkers();

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('chuyen-ra-ngoai');
  await workers.start(app);
  await app.db.inTenant(mine.id, async (trx) => {
    const trunk = newId();
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip.vn' }).execute();
    const number = { id: newId(), number: '+842871000101', name: 'Tổng đài', trunk_id: trunk };
    await trx.insertInto('service_number').values(number).execute();
  });
  ({ id: queue } = await made('/partner/call-queue', { name: 'Bán hàng', members: [] }));
  ({ id: other } = await made('/partner/call-queue', { name: 'Bảo hành', members: [] }));
});

afterAll(async () => {
  await workers.kill();
  await app.close();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  mine.admin.call(method, `//telephony${path}`, body);
async function made(path: string, body: object) {
  const answer = await call('POST', path, body);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
}
const forward = (otherwise: object | null) => ({ type: 'fw', value: '0901234567', otherwise });
const toQueue = () => ({ type: 'queue', value: queue });
const rule = (fields: object) => made('/partner/inbound', { name: `Ra ngoài ${newId()}`, ...fields });

test('a forward keeps where the call goes that does not get through, and calls are led by it', async () => {
  const { id } = await rule({ destination: forward(toQueue()) });
  const row = (await call('GET', `/inbound/john/incoming/detail/${id}/${mine.code}`)).json();
  expect(row.destination).toEqual(forward(toQueue()));
  expect(row.destination_name).toBe('0901234567; nếu không được: Hàng đợi: Bán hàng');
  const { plan } = await loadTelephonyConfig(app.db.inTenant, mine.id);
  expect(plan.inboundRules.map(({ destination }) => destination)).toEqual([
    { kind: 'fw', number: '0901234567', showing: 'own', otherwise: { kind: 'queue', queue } },
  ]);
  // The end of the call is what comes without a word.
  const plain = await made('/partner/ring-group', { name: 'Kho', otherwise: forward({ type: 'hang-up', value: '' }) });
  expect(plain.otherwise).toEqual({ type: 'fw', value: '0901234567' });
});

test('what it leads to has to be there, and is no other number outside', async () => {
  for (const [otherwise, field] of [
    [{ type: 'queue', value: newId() }, 'destination.otherwise'],
    [{ type: 'queue', value: '' }, 'destination.otherwise.value'],
    [{ type: 'fw', value: '0907654321' }, 'destination.otherwise.type'],
  ] as const) {
    const answer = await call('POST', '/partner/inbound', { name: `Sai ${newId()}`, destination: forward(otherwise) });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]]);
  }
});

test('what a forward leads to is not deleted, and is pointed elsewhere with the rest', async () => {
  const name = `Giờ cao điểm ${newId()}`;
  await rule({ name, destination: forward(toQueue()) });
  const refused = await call('DELETE', `/partner/call-queue/${queue}`);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'in_use']);
  expect(refused.json().used_by.map((one: { name: string }) => one.name)).toContain(name);
  const kept = app.db.inTenant(mine.id, (trx) => trx.deleteFrom('queue').where('id', '=', queue).execute());
  await expect(kept).rejects.toThrow('calls are sent there');
  expect(
    (await call('POST', '/partner/call-queues/replace', { row: { id: queue, version: 1 }, by: other })).statusCode,
  ).toBe(200);
  const { plan } = await loadTelephonyConfig(app.db.inTenant, mine.id);
  for (const { destination } of plan.inboundRules) {
    expect(destination).toMatchObject({ number: '0901234567', otherwise: { kind: 'queue', queue: other } });
  }
});

test('it stands in a file as people read it, and comes back from one', async () => {
  const file = 'Tên quy tắc,Điểm đến\nTừ tệp,"Chuyển ra ngoài: 0901234567; nếu không được: Hàng đợi: Bảo hành"';
  const { done } = await testImports(app, mine, 'inbounds').imported(file);
  expect(done.counts).toMatchObject({ created: 1, bad: 0 });
  const { data } = (
    await call('GET', `/partner/inbound/john/incoming/${mine.code}?search=${encodeURIComponent('Từ tệp')}`)
  ).json();
  expect(data[0].destination).toEqual(forward({ type: 'queue', value: other }));
});
