import { allExtension, devices, updateSystemSetting } from '@alo/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { mark, type PersonApi, signInByApi, theCallSince } from '../e2e/support/api.ts';
import { type BrowserPhone, openDesk, pitches } from '../e2e/support/browser-phone.ts';
import { type DeskPhone, deskPhone } from '../e2e/support/desk-phones.ts';
import { type ForeignSite, openForeignSite } from '../e2e/support/foreign-page.ts';
import { hearsOnly } from '../e2e/support/hearing.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { tones } from '../e2e/support/voices.ts';

/** A page of somebody else's product, with a phone and buttons of its own: a CRM, or a Browser-Phone. */
let product: Product;
let admin: PersonApi;
let lan: DeskPhone;
let site: ForeignSite;

beforeAll(async () => {
  product = await startProduct();
  admin = await signInByApi(product.address, 'admin');
  lan = await deskPhone(product, '101');
  site = await openForeignSite();
});

afterAll(async () => {
  site?.close();
  lan?.phone.close();
  await product?.close();
});

const letCome = (...phone_origins: string[]) => admin.call(updateSystemSetting, { body: { phone_origins } });

describe.each([
  ['SIP.js', '/'],
  ['JsSIP', '/?jssip'],
])('a page of another origin, by %s,', (library, path) => {
  let minh: BrowserPhone;

  beforeAll(async () => {
    await letCome();
    minh = await openDesk(pitches.minh, ['--ignore-certificate-errors']);
    await minh.page.goto(`${site.origin}${path}`);
    const { data } = await admin.call(allExtension, {});
    const extension_id = data.find(({ number }) => number === '102')?.id ?? '';
    const body = { name: `trang-khac-${library}`, extension_id, algorithm: 'md5', transport: 'wss' } as const;
    const { settings } = await admin.call(devices.create, { body });
    const typed = {
      url: `wss://127.0.0.1:${settings.port}`,
      domain: settings.domain,
      username: settings.username,
      password: settings.password ?? '',
    };
    for (const [name, value] of Object.entries(typed)) await minh.page.getByLabel(name).fill(value);
  });
  afterAll(() => minh?.close());

  const press = (name: string) => minh.page.getByRole('button', { name, exact: true }).click();
  /** The page itself says how it stands. */
  const status = () => minh.page.getByRole('status').textContent();
  const patient = { timeout: 30_000 };

  test('has no way in before its company lets it come', async () => {
    await press('Register');
    await expect.poll(status, patient).toMatch(/^refused/);
  });

  test('calls a desk phone and is called by it, both hear each other, and either hangs up', async () => {
    await letCome(site.origin);
    // What was saved holds at the engine by then: once is enough.
    await press('Register');
    await expect.poll(status, patient).toBe('registered');

    const out = await mark();
    await minh.page.getByLabel('number').fill('101');
    await press('call');
    const called = await lan.phone.nextCall();
    called.audio.speak(tones.customer);
    await called.answer();
    await expect.poll(status, patient).toMatch(/^talking$/);
    await Promise.all([hearsOnly(called, 'minh'), hearsOnly(minh, 'customer')]);
    await press('hang up');
    await until('the desk phone knows', () => called.state === 'ended');
    expect(await theCallSince(admin, out)).toMatchObject({
      caller_extension: '102',
      extension: '101',
      status: 'answered',
    });

    await expect.poll(status, patient).toMatch(/^registered$/);
    const back = await mark();
    const calling = await lan.phone.call('102');
    await expect.poll(status, patient).toMatch(/^ringing$/);
    await press('answer');
    await calling.until('talking');
    calling.audio.speak(tones.customer);
    await Promise.all([hearsOnly(calling, 'minh'), hearsOnly(minh, 'customer')]);
    expect(await calling.hangUp()).toBe(200);
    await expect.poll(status, patient).toMatch(/^registered$/);
    expect(await theCallSince(admin, back)).toMatchObject({
      caller_extension: '101',
      extension: '102',
      status: 'answered',
    });
  });

  test('is told why it may not, once its company withdraws it, though its socket is open', async () => {
    // Another page may: the socket is refused to nobody who has one.
    await letCome('https://crm.example.vn');
    await press('Register');
    await expect.poll(status, patient).toMatch(/^refused: 403 Page Not Allowed$/);
  });
});
