import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall, storeCustomer } from '../../../testing/stored-calls.ts';

let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('nguoi-quen');
  lan = await demo.person('lan', ['last-calls.view', 'customer.view'], '101');
});
afterAll(() => app.close());

test('customers stand with who spoke with them last, whoever was in touch last first', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const [hoa, tu] = [
    await storeCustomer(app.db, demo.id, { name: 'Chị Hoa', e164: '+84901234567' }),
    await storeCustomer(app.db, demo.id, { name: 'Anh Tú', e164: '+84912345678' }),
  ];
  await storeCustomer(app.db, demo.id, { name: 'Chưa gọi', e164: '+84934567890' });
  const talk = (number: string, agent: string, minutes: number) =>
    storeCall(app.db, demo.id, { outside_number: number, agent_extension: agent, started_at: minutesAgo(minutes) });
  await talk('+84901234567', '102', 300);
  const { id } = await talk('+84901234567', '101', 200);
  // Called since, and nobody was there: who spoke with her last stays who it was.
  await storeCall(app.db, demo.id, { outside_number: '+84901234567', status: 'missed', started_at: minutesAgo(5) });
  await storeCall(app.db, demo.id, { outside_number: '+84912345678', status: 'missed', started_at: minutesAgo(60) });
  const read = async (by: TestPerson, query = '') => (await by.call('GET', `/last-talks${query}`)).json();
  const { data, total } = await read(lan);
  expect(total).toBe(2);
  expect(data).toMatchObject([
    { id: hoa, name: 'Chị Hoa', phone: '0901234567', call_id: id, extension: '101', agent_name: 'lan' },
    { id: tu, name: 'Anh Tú', talked_at: null, call_id: null, agent_name: null },
  ]);
  expect(data[0].last_call_at > data[0].talked_at).toBe(true);
  expect((await read(lan, '?per_page=1&page=2')).data).toMatchObject([{ id: tu }]);

  const other = await app.tenant('cong-ty-khac');
  expect((await read(other.admin)).data).toEqual([]);
  const clerk = await demo.person('chi-quy-tac', ['last-calls.view']);
  expect((await clerk.call('GET', '/last-talks')).statusCode).toBe(403);
});
