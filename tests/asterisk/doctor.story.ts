import { lookAtAsterisk } from '@alo/engine-asterisk/look-at';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsteriskUnderUs, runAsterisk } from './running-asterisk.ts';

let asterisk: AsteriskUnderUs;
beforeAll(async () => {
  asterisk = await runAsterisk();
});
afterAll(() => asterisk?.close());

test('an Asterisk with our configuration is found to have all that calls need, and one that does not know us is told apart', async () => {
  await expect
    .poll(() => lookAtAsterisk(asterisk), { timeout: 20_000, interval: 500 })
    .toEqual({ is: 'there', version: expect.stringMatching(/^22\.\d+/), isTooOld: false, missing: [] });
  expect(await lookAtAsterisk({ ...asterisk, password: 'sai' })).toEqual({ is: 'unknown to it' });
});
