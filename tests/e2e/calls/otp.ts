import { setTimeout as sleep } from 'node:timers/promises';
import { askOtp, otpNumbers, otpRequest } from '@alo/contract';
import { expect, test } from 'vitest';

import { detailOf, theCallSince } from '../support/api.ts';
import { type CustomerCall, openCarrier } from '../support/customer.ts';
import type { Company } from '../support/office.ts';
import { recognise } from '../support/recognise.ts';
import { until } from '../support/until.ts';

const words = ['otp', 'otp-repeat', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
const files = words.map((word) => `system/vi/say/${word}.wav`);

/** What has been said so far, in words. */
async function said({ audio }: CustomerCall): Promise<string> {
  const heard = await recognise(audio.samples, files);
  return heard.map((file) => words[files.indexOf(file)]).join(' ');
}

/** Waits until all of it, and nothing else, has been said. */
const saysInFull = (call: CustomerCall, text: string) =>
  until(
    `"${text}" is said`,
    async () => {
      if ((await said(call)) === text) return true;
      // Looking is work for the processor that the call needs, too.
      await sleep(500);
      return false;
    },
    40_000,
  );

export function otpStories(company: () => Company): void {
  test('a code that was asked for by the API is said to the customer digit by digit, and again on 1', async () => {
    const { product, admin } = company();
    const carrier = await openCarrier(product, admin);
    const [number] = (await admin.call(otpNumbers.list, {})).data;
    if (number === undefined) throw new Error('The demo has no number that calls with codes.');
    const { id: params, version, service_number_id } = number;
    await admin.call(otpNumbers.update, { params: { id: params }, body: { version, service_number_id, reads: 1 } });
    const { call, since, id } = await asked();
    expect(call.invite?.uri).toMatch(/^sip:0912345684@/);
    call.ring();
    await call.answer();
    await saysInFull(call, 'otp 4 7 0 9 otp-repeat');
    call.audio.listenAnew();
    call.audio.press('1');
    await saysInFull(call, 'otp 4 7 0 9 otp-repeat');
    await call.hangUp();

    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ direction: 'outbound', status: 'answered', cause: 'normal' });
    expect(row.phone.replaceAll(/\D/g, '')).toMatch(/912345684$/);
    const { trace } = await detailOf(admin, row.id);
    const text = JSON.stringify(trace);
    expect(text).toContain('Khách nghe lại mã xác thực');
    expect(text).not.toContain('4709');
    await until(
      'it is told as heard',
      async () => (await admin.call(otpRequest, { params: { id } })).state === 'heard',
    );

    /** The code is asked for until it comes by this carrier: before the switch knows of it, the demo's own takes it. */
    async function asked(tries = 5): Promise<{ call: CustomerCall; since: number; id: string }> {
      const since = Date.now();
      const { id } = await admin.call(askOtp, { body: { phone: '0912345684', code: '4709' } });
      try {
        return { call: await carrier.nextCall(4_000), since, id };
      } catch (error) {
        if (tries === 1) throw error;
        return asked(tries - 1);
      }
    }
  });
}
