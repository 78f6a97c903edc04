import { draftHeader } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { newId } from '../../kernel/new-id.ts';

let app: TestApp;
let mine: TestTenant;
let other: TestTenant;
const number = newId();

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('so-do');
  other = await app.tenant('nha-ben');
  const trunk = newId();
  await app.db.inTenant(mine.id, async (trx) => {
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip.test' }).execute();
    const own = { id: number, number: '+842871000101', name: 'Hotline', trunk_id: trunk };
    await trx.insertInto('service_number').values(own).execute();
    await trx.insertInto('extension').values({ id: newId(), number: '101', name: 'Lan' }).execute();
  });
});
afterAll(() => app.close());

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, who = mine, draft = false) {
  const answer = await app.http.inject({
    method,
    url: `/telephony${path}`,
    headers: { authorization: `Bearer ${who.admin.token}`, ...(draft ? { [draftHeader]: 'on' } : {}) },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const flow = async (draft = false) =>
  (await ask('GET', `/partner/call-flow?number_id=${number}`, undefined, mine, draft)).body;
const edgesIn = ({ nodes, edges }: Awaited<ReturnType<typeof flow>>) => {
  const names = new Map(nodes.map(({ key, name }: { key: string; name: string }) => [key, name]));
  return edges.map(({ from, to, label, field }: Record<string, string>) => [
    names.get(from ?? ''),
    label,
    names.get(to ?? ''),
    field,
  ]);
};
const to = (type: string, value = '') => ({ type, value });

test('the way of a number is told from rule to rule and from part to part, a circle once', async () => {
  expect((await flow()).nodes).toMatchObject([{ type: 'number', warnings: [expect.stringContaining('bị từ chối')] }]);
  const menu = (await ask('POST', '/partner/ivr-menu', { name: 'Chính', keys: [] })).body;
  const keys = [
    { keys: '1', to: to('direct', '101'), note: '' },
    { keys: '9', to: to('ivr', menu.id), note: '' },
  ];
  const saved = await ask('PUT', `/partner/ivr-menu/${menu.id}`, { ...menu, keys, timeout: to('hang-up') });
  expect(saved.status).toBe(200);
  for (const [priority, name, caller_pattern] of [
    [1, 'Khách 090', '090*'],
    [2, 'Mọi khách', ''],
    [3, 'Không tới', ''],
  ] as const) {
    await ask('POST', '/partner/inbound', { name, priority, caller_pattern, destination: to('ivr', menu.id) });
  }
  const drawn = await flow();
  expect(edgesIn(drawn)).toEqual([
    ['Hotline', '', 'Khách 090', ''],
    ['Khách 090', 'Khớp', 'Chính', 'destination'],
    ['Khách 090', 'Không khớp', 'Mọi khách', ''],
    ['Mọi khách', 'Khớp', 'Chính', 'destination'],
    ['Mọi khách', 'Không khớp', 'Không tới', ''],
    ['Không tới', 'Khớp', 'Chính', 'destination'],
    ['Chính', 'Phím 1', '101 · Lan', 'keys.0.to'],
    ['Chính', 'Phím 9', 'Chính', 'keys.1.to'],
    ['Chính', 'Không bấm', 'Kết thúc cuộc gọi', 'timeout'],
  ]);
  const warned = drawn.nodes.filter(({ warnings }: { warnings: string[] }) => warnings.length > 0);
  expect(warned.map(({ name }: { name: string }) => name)).toEqual(['Không tới', 'Chính']);
});

test('a draft is drawn as it is, and nobody else’s number is', async () => {
  const box = (await ask('POST', '/partner/voicemail-box', { name: 'Hộp mới' }, mine, true)).body;
  await ask(
    'POST',
    '/partner/inbound',
    { name: 'Nháp', priority: 0, destination: to('voicemail', box.id) },
    mine,
    true,
  );
  expect(edgesIn(await flow(true))).toContainEqual(['Nháp', 'Khớp', 'Hộp mới', 'destination']);
  expect(JSON.stringify(await flow())).not.toContain('Nháp');
  expect((await ask('GET', `/partner/call-flow?number_id=${number}`, undefined, other)).status).toBe(404);
});

test('what comes after a number outside is drawn behind it, and one without it ends there', async () => {
  const box = (await ask('POST', '/partner/voicemail-box', { name: 'Hộp đêm' })).body;
  const outside = { ...to('fw', '0901234567'), otherwise: to('voicemail', box.id) };
  await ask('POST', '/partner/inbound', { name: 'Ra ngoài', priority: 0, destination: outside });
  await ask('POST', '/partner/inbound', { name: 'Chỉ ra ngoài', priority: 0, destination: to('fw', '0901234567') });
  const edges = edgesIn(await flow());
  expect(edges).toContainEqual(['Ra ngoài', 'Khớp', '0901234567', 'destination']);
  expect(edges).toContainEqual(['Chỉ ra ngoài', 'Khớp', '0901234567', 'destination']);
  expect(edges.filter(([from]: string[]) => from === '0901234567')).toEqual([
    ['0901234567', 'Không gọi được', 'Hộp đêm', ''],
  ]);
});
