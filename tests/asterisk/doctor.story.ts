import { inspectAsterisk } from '@alo/engine-asterisk/inspect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsteriskUnderUs, runAsterisk } from './running-asterisk.ts';

let asterisk: AsteriskUnderUs;
beforeAll(async () => {
  asterisk = await runAsterisk();
});
afterAll(() => asterisk?.close());

test('an Asterisk with our configuration is found to have all that calls need, and one that does not know us is told apart', async () => {
  await expect
    .poll(() => inspectAsterisk(asterisk), { timeout: 20_000, interval: 500 })
    .toEqual({ is: 'there', version: expect.stringMatching(/^22\.\d+/), isTooOld: false, missing: [] });
  expect(await inspectAsterisk({ ...asterisk, password: 'sai' })).toEqual({ is: 'unknown to it' });
});
