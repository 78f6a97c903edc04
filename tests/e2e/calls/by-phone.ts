import { boxMessages, conditions, extensions, voicemailBoxes } from '@alo/contract';
import { expect, test } from 'vitest';

import { menuNumber, theCallSince } from '../support/api.ts';
import { type CustomerCall, customerCalls } from '../support/customer.ts';
import { type DeskPhone, deskPhone } from '../support/desk-phones.ts';
import { beeps } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';
import { recognise } from '../support/recognise.ts';
import { until } from '../support/until.ts';
import { tones } from '../support/voices.ts';

const welcome = 'system/vi/welcome.wav';
const boxGreeting = 'system/vi/voicemail-greeting.wav';
const closed = 'system/vi/closed.wav';
const officeNumber = '02871000102';

const hears = (call: CustomerCall, file: string) =>
  until(`${file} is heard`, async () => (await recognise(call.audio.samples, [file])).length > 0, 40_000);
const said = (word: string) => `system/vi/say/${word}.wav`;

/** Dials a code, hears what it says, and is hung up on. */
async function dials(desk: DeskPhone, code: string, word: string): Promise<void> {
  const call = await desk.phone.call(code);
  await hears(call, said(word));
  await call.until('ended');
}

/** Turns the demo's opening hours by its code and its PIN. */
async function turns(desk: DeskPhone, code: string, word: string): Promise<void> {
  const call = await desk.phone.call(code);
  await hears(call, said('box-pin'));
  for (const key of '2580#') call.audio.press(key);
  await hears(call, said(word));
  await call.until('ended');
}

export function byPhoneStories(company: () => Company): void {
  /** Lan's desk phone, and a box of her own. */
  async function lansBox() {
    const { admin, product } = company();
    const desk = await deskPhone(product, '101');
    const { id: box } = await admin.call(voicemailBoxes.create, { body: { name: 'Hộp thư của Lan' } });
    const lan = await rowOfLan();
    const body = { ...lan, otherwise: { type: 'voicemail' as const, value: box } };
    await admin.call(extensions.update, { params: { id: lan.id }, body });
    return { desk, box };
  }

  async function rowOfLan() {
    const { data } = await company().admin.call(extensions.list, { query: { search: '101' } });
    const [lan] = data;
    if (lan === undefined) throw new Error('the demo has no 101');
    return lan;
  }

  test('Lan wants not to be disturbed: her phone does not ring, and a customer leaves a message in her box', async () => {
    const { admin, product } = company();
    const { desk, box } = await lansBox();
    await dials(desk, '*78', 'do-not-disturb-on');
    await until('the screen says so', async () => (await rowOfLan()).do_not_disturb === true);

    const since = Date.now();
    const customer = await customerCalls(product, {
      from: '0912345689',
      to: await menuNumber(admin),
      hertz: tones.customer,
    });
    await customer.until('talking');
    await hears(customer, welcome);
    for (const key of '101') customer.audio.press(key);
    // Nobody's phone rings for fifteen seconds first.
    await hears(customer, boxGreeting);
    await until('the beep', () => beeps(customer.audio.samples));
    const atBeep = customer.audio.samples.length;
    await until('a message of three seconds', () => customer.audio.samples.length > atBeep + 32_000);
    await customer.hangUp();
    expect(await theCallSince(admin, since)).toMatchObject({ status: 'voicemail' });

    const { data } = await admin.call(boxMessages, { params: { id: box } });
    expect(data).toHaveLength(1);
    await dials(desk, '*79', 'do-not-disturb-off');
    await until('the screen says so', async () => (await rowOfLan()).do_not_disturb === false);
    desk.phone.close();
  });

  test('the hotline is closed by a code and its PIN, stays closed when the server is killed, and goes by the clock again by the same code', async () => {
    const { admin, product } = company();
    const desk = await deskPhone(product, '101');
    const row = async () => {
      const [found] = (await admin.call(conditions.list, { query: { search: 'Giờ làm việc' } })).data;
      if (found === undefined) throw new Error('the demo has no condition');
      return found;
    };
    const hearsClosed = async (from: string) => {
      const customer = await customerCalls(product, { from, to: officeNumber, hertz: tones.customer });
      await hears(customer, closed);
      await customer.hangUp();
    };

    await turns(desk, '*2812', 'night-mode');
    await until('the screen says so', async () => (await row()).override === 'otherwise');
    await hearsClosed('0912345690');
    await product.killServer();
    expect((await row()).override).toBe('otherwise');
    await hearsClosed('0912345691');
    await turns(desk, '*281', 'clock-mode');
    await until('the screen says so', async () => (await row()).override === 'none');
    desk.phone.close();
  });
}
