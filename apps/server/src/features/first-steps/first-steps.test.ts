import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, testApp } from '../../../testing/app.ts';
import { storeCall, storeCustomer } from '../../../testing/stored-calls.ts';
import { switchSignUp } from '../../domain/installation-setting.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  await switchSignUp(app.db, true);
});

afterAll(() => app.close());

/** A company that has just signed up. */
async function newCompany() {
  const wish = {
    company: 'Công ty Sao Mai',
    ma_dn: 'sao-mai',
    name: 'Lê Văn Tám',
    email: 'tam@saomai.vn',
    password: 'con-duong-xanh-2026',
  };
  const post = (path: string, payload: object) =>
    app.http.inject({ method: 'POST', url: `/identity/signup${path}`, payload });
  const { proof } = (await post('/code', wish)).json();
  const code = /^\d{6}$/m.exec(app.letters.at(-1)?.text ?? '')?.[0];
  const { token } = (await post('', { ...wish, proof, code })).json();
  const tenant = await app.db.directory.tenantByCode('sao-mai');
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.http.inject({ method, url: path, headers, ...(payload && { payload }) });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answer.json();
  };
  const open = async () => {
    const { done } = await call('GET', '/api/sao-mai/first-steps');
    return Object.keys(done).filter((step) => !done[step]);
  };
  return { tenantId: tenant?.id ?? '', call, open };
}

test('each step is done once what it is about is there, and not any more once it is gone', async () => {
  const { tenantId, call, open } = await newCompany();
  expect(await open()).toEqual(['call', 'people', 'customers', 'number', 'hours', 'greeting', 'way']);

  const [trial] = (await call('GET', '/telephony/partner/service-numbers')).data;
  await storeCall(app.db, tenantId, { service_number: trial.number });
  expect(await open()).not.toContain('call');
  // The number for trying is nobody's way in.
  expect(await open()).toContain('way');

  const [role] = (await call('GET', '/api/sao-mai/roles')).data;
  await call('POST', '/api/sao-mai/account', { name: 'Nguyễn Thị Lan', email: 'lan@saomai.vn', role_id: role.id });
  expect(await open()).not.toContain('people');

  await storeCustomer(app.db, tenantId, { name: 'Anh Bảo', e164: '+84901234567' });
  expect(await open()).not.toContain('customers');

  const [trunk] = (await call('GET', '/telephony/partner/trunks')).data;
  await call('POST', '/telephony/partner/service-number', {
    number: '02871000101',
    name: 'Tổng đài',
    trunk_id: trunk.id,
  });
  expect(await open()).not.toContain('number');
  await storeCall(app.db, tenantId, { service_number: '+842871000101' });
  expect(await open()).toEqual(['hours', 'greeting']);

  const group = await call('POST', '/telephony/partner/time-group', { name: 'Giờ hành chính', details: [] });
  const hangUp = { type: 'hang-up', value: '' };
  const hours = { name: 'Trong giờ', time_group_id: group.id, match: hangUp, otherwise: hangUp };
  const condition = await call('POST', '/telephony/partner/time-condition', hours);
  expect(await open()).toEqual(['greeting']);
  await call('DELETE', `/telephony/partner/time-condition/${condition.id}`);
  expect(await open()).toEqual(['hours', 'greeting']);
});
