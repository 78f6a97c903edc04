import { loginTenant } from '@alo/contract';
import { type PhoneCall, patientFetch, type RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Company, companyAt } from '../../apps/server/testing/hostile/world.ts';
import { callsSince, detailOf, isClosed, mark, type PersonApi, signInByApi } from '../e2e/support/api.ts';
import { connectDatabase, phoneOnDesk } from '../e2e/support/desk-phones.ts';
import { operate } from '../e2e/support/operator.ts';
import { demo, people } from '../e2e/support/people.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { recognise } from '../e2e/support/recognise.ts';
import { totp } from '../e2e/support/totp.ts';
import { until } from '../e2e/support/until.ts';

/**
 * Whose number it is says a call: the operator's carrier, which is a telephone of the story, brings it to where the number rings, and what is
 * said there is all that the company learns of the code.
 */
const [operatorsAt, ownersAt] = ['127.0.0.6', '127.0.0.7'] as const;
const [operatorsNumber, ownNumber] = ['02873995500', '02873995777'] as const;
type Phone = TestPhone<RtpAudio>;

let product: Product;
let admin: PersonApi;
let operators: Company;
let owner: Company;
let operatorsCarrier: Phone;
let ownersCarrier: Phone;
let lan: Phone;

beforeAll(async () => {
  product = await startProduct();
  admin = await signInByApi(product.address, 'admin');
  const server = { transport: 'udp', host: '127.0.0.1', port: product.sipPort } as const;
  const carrierAt = (at: string) =>
    TestPhone.rtp({ server: { ...server, from: at }, domain: at, user: 'c', password: '' });
  operatorsCarrier = await carrierAt(operatorsAt);
  ownersCarrier = await carrierAt(ownersAt);
  lan = await phoneOnDesk(product, admin, '101');
  const email = 'hanh@nha.vn';
  const said = await operate(product.dataFolder, 'operator', 'create', '--email', email, '--generate');
  const [first] = await Promise.all([
    signedIn('van-hanh', email, /hiện một lần\): (\S+)/.exec(said)?.[1] ?? ''),
    operate(product.dataFolder, 'carrier', 'assign', '--company', 'van-hanh', '--host', operatorsAt),
  ]);
  operators = first;
  // Who runs the installation proves more than a password.
  const { text } = await made(operators, '/second-factor/totp', {});
  const { secret } = JSON.parse(text);
  await made(operators, '/second-factor/totp/confirm', { code: totp(secret, Date.now()) });
  await operate(product.dataFolder, 'carrier', 'assign', '--company', demo.companyCode, '--host', ownersAt);
  owner = await signedIn(demo.companyCode, people.admin.username, demo.password);
  const otp = await carried(operators, operatorsCarrier, operatorsNumber);
  await made(operators, '/voice-otp-number', { service_number_id: otp });
  await carried(owner, ownersCarrier, ownNumber);
});
afterAll(async () => {
  for (const phone of [operatorsCarrier, ownersCarrier, lan]) phone?.close();
  await product?.close();
});

async function signedIn(code: string, username: string, password: string): Promise<Company> {
  const response = await patientFetch(`${product.address}/identity${loginTenant.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ma_dn: code, username, password }),
  });
  const { token } = loginTenant.result.parse(await response.json());
  const client = await connectDatabase(product);
  const { rows } = await client.query<{ id: string }>('select id from tenant where code = $1', [code]);
  await client.end();
  return companyAt(product.address, { id: rows[0]?.id ?? '', code, token });
}

async function made(company: Company, path: string, body: object) {
  const came = await company.ask('POST', path, { body });
  if (came.status !== 200) throw new Error(`${path}: ${came.status} ${came.text}`);
  return came;
}

/** A number on a carrier, by which the company calls out before all else. */
async function carried(company: Company, carrier: Phone, number: string): Promise<string> {
  const [host = '', port] = carrier.hostPort.split(':');
  const partner = async (what: string, body: object) =>
    (await made(company, `//telephony/partner/${what}`, body)).body.id ?? '';
  const trunk_id = await partner('trunk', { name: host, host, port: Number(port), check_seconds: 0 });
  const service_number_id = await partner('service-number', { name: number, number, trunk_id });
  await partner('outbound', { name: `Ra ${number}`, priority: 0, pattern: '*', routes: [{ service_number_id }] });
  return service_number_id;
}

const digits = Array.from('0123456789', (digit) => `system/vi/say/${digit}.wav`);

/** The six digits that are said, once all of them were. */
const codeIn = (call: PhoneCall<RtpAudio>): Promise<string> =>
  until(
    'six digits are said',
    async () => {
      const heard = (await recognise(call.audio.samples, digits)).map((file) => digits.indexOf(file)).join('');
      return heard.length >= 6 && heard.slice(0, 6);
    },
    60_000,
  );

/** What the company's last call out was decided by. */
async function lastCallOut(): Promise<{ readonly trace: string; readonly shown: string | undefined }> {
  const since = await mark();
  const calling = await lan.call('0912345678');
  const reached = await ownersCarrier.nextCall(8_000).catch(() => undefined);
  const shown = reached?.from?.uri;
  reached?.reject(486);
  await calling.until('ended');
  const row = await until('the call is in the history', async () =>
    (await callsSince(admin, since)).find((one) => isClosed(one)),
  );
  return { trace: JSON.stringify((await detailOf(admin, row.id)).trace), shown };
}

test('before its number is proven a company shows it to nobody, and its call says why in words', async () => {
  const { trace, shown } = await until(
    'the new way out is known',
    async () => {
      const one = await lastCallOut();
      return one.trace.includes(ownNumber) && one;
    },
    60_000,
  );
  expect(shown).toBeUndefined();
  expect(trace).toContain(`Đầu số ${ownNumber} chưa được xác minh nên chưa được hiện cho người được gọi`);
});

test('the operator’s carrier rings at the number and says a code, and who types it in has the number', async () => {
  // The switch reads by itself what has just been set up: before that, no call comes.
  let proof = '';
  const call = await until(
    'the operator’s carrier is asked for the number',
    async () => {
      const { body } = await made(owner, '//telephony/partner/number-proof', { number: ownNumber });
      proof = body.id ?? '';
      return operatorsCarrier.nextCall(10_000).catch(() => undefined);
    },
    45_000,
  );
  expect(call.invite?.uri).toContain(ownNumber);
  expect(call.from?.uri).toContain(operatorsNumber.slice(1));
  await call.answer();
  const code = await codeIn(call);
  const type = (given: string) => made(owner, `//telephony/partner/number-proof/${proof}`, { code: given });
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await type(wrong)).text).toContain('"proven":false');
  expect((await type(code)).text).toContain('"proven":true');
  await call.hangUp();
  const numbers = await owner.ask('GET', `//telephony/partner/service-numbers?search=${ownNumber.slice(1)}`);
  expect(numbers.body.data).toMatchObject([{ proven: true, shown: true }]);
  const after = await until(
    'the number is shown',
    async () => {
      const one = await lastCallOut();
      return one.shown !== undefined && one;
    },
    60_000,
  );
  expect(after.shown).toContain(ownNumber.slice(1));
  expect(after.trace).not.toContain('chưa được xác minh');
});
