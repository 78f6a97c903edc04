import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { boxMessages, extensions, features, voicemailBoxes } from '@alo/contract';
import type { RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from '../e2e/support/api.ts';
import { phoneOnDesk } from '../e2e/support/desk-phones.ts';
import { beeps } from '../e2e/support/hearing.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

/** A message that lies sealed on the disk is heard by phone, and is nowhere plain. */
const hertz = 700;
let product: Product;
let admin: PersonApi;
let box: string;
/** Whose box it is, and who leaves messages there. */
let minh: TestPhone<RtpAudio>;
let hoa: TestPhone<RtpAudio>;

beforeAll(async () => {
  product = await startProduct({ ALO_SEAL_RECORDINGS: 'yes' });
  admin = await signInByApi(product.address, 'admin');
  ({ id: box } = await admin.call(voicemailBoxes.create, { body: { name: 'Hộp niêm phong' } }));
  for (const number of ['3801', '3802']) {
    await admin.call(extensions.create, {
      body: { number, name: `Máy ${number}`, ring_seconds: 5, otherwise: { type: 'voicemail', value: box } },
    });
  }
  minh = await phoneOnDesk(product, admin, '3801');
  hoa = await phoneOnDesk(product, admin, '3802');
});
afterAll(async () => {
  for (const phone of [minh, hoa]) phone?.close();
  await product?.close();
});

async function namesOnDisk(): Promise<readonly string[]> {
  const names = await readdir(join(product.dataFolder, 'recordings'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.includes('.wav'));
}

async function leaveMessage(): Promise<void> {
  const call = await hoa.call('3801');
  const rung = await minh.nextCall();
  rung.reject(486);
  await until('the beep', () => beeps(call.audio.samples), 60_000);
  const atBeep = call.audio.samples.length;
  call.audio.speak(hertz);
  await until('a message of three seconds', () => call.audio.samples.length > atBeep + 24_000);
  call.audio.press('#');
  await call.until('ended');
}

/** By *98 at the own phone. Of a message that has just been left the box may hear a moment later. */
const hearsMessage = () =>
  until(
    'the message is heard',
    async () => {
      const call = await minh.call(features.voicemail.code);
      const isHeard = await until(
        'the message, or the end',
        () => call.audio.level(hertz) > 0.2 || (call.state === 'ended' && 'ended'),
        40_000,
      );
      await call.leave();
      return isHeard === true;
    },
    90_000,
  );

test('a message is sealed on the disk, and heard at the own phone by *98 all the same, also by the next server', async () => {
  await leaveMessage();
  await until('the message is in the box', async () => {
    const { data } = await admin.call(boxMessages, { params: { id: box } });
    return data.length === 1;
  });
  // While it is being sealed, too.
  await hearsMessage();
  const names = await until('it lies sealed alone', async () => {
    const found = await namesOnDisk();
    return found.length > 0 && found.every((name) => name.endsWith('.sealed')) && found;
  });
  const lying = await readFile(join(product.dataFolder, 'recordings', names[0] ?? ''));
  expect([names.length, lying.includes('WAVEfmt')]).toEqual([1, false]);
  await hearsMessage();
  await product.killServer();
  await hearsMessage();
  await product.killEngine();
  await until('the phone is registered again', async () => (await minh.stayRegistered()).status === 200);
  await hearsMessage();
  expect((await namesOnDisk()).every((name) => name.endsWith('.sealed'))).toBe(true);
});
