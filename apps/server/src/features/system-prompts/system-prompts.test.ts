import { readFile } from 'node:fs/promises';
import { systemPrompts } from '@alo/call-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let demo: TestTenant;
const key = 'system/vi/say/unknown-number.wav';

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('loi-he-thong');
});
afterAll(() => app.close());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  demo.admin.call(method, `//telephony${path}`, body);
const prompts = async () => (await loadTelephonyConfig(app.db.inTenant, demo.id)).plan.prompts;

test('every text that the telephone says is listed, and can be heard as the product says it', async () => {
  const { data } = (await call('GET', '/partner/system-prompts')).json();
  expect(data).toHaveLength(Object.keys(systemPrompts).length);
  for (const { key: one, text } of data) {
    expect(text).toBe(systemPrompts[one]);
    const file = await call('GET', `/partner/system-prompt/file?key=${encodeURIComponent(one)}`);
    const stored = await readFile(new URL(`../../../prompts/${one}`, import.meta.url));
    expect([one, file.rawPayload.equals(stored)]).toEqual([one, true]);
  }
});

test.each(['system/vi/say/../../../../package.json', '/etc/passwd', 'music/default.wav', 'constructor'])(
  '%s is no text of the telephone',
  async (wrong) => {
    expect((await call('GET', `/partner/system-prompt/file?key=${encodeURIComponent(wrong)}`)).statusCode).toBe(404);
    expect((await call('PUT', '/partner/system-prompt', { key: wrong, audio_id: null })).statusCode).toBe(404);
  },
);

test('a text is said otherwise from then on, in calls too, and goes back to the product’s own', async () => {
  const { id } = (await call('POST', '/partner/audio/speech', { text: 'Không có số này' })).json();
  const set = await call('PUT', '/partner/system-prompt', { key, audio_id: id });
  expect(set.json()).toMatchObject({ key, audio: { id, source: 'speech', title: 'Không có số này' } });
  expect(await prompts()).toEqual({ [key]: `company/${demo.id}/${id}.wav` });
  const { id: other } = (await call('POST', '/partner/audio/speech', { text: 'Số này không có' })).json();
  await call('PUT', '/partner/system-prompt', { key, audio_id: other });
  expect(await prompts()).toEqual({ [key]: `company/${demo.id}/${other}.wav` });
  expect((await call('PUT', '/partner/system-prompt', { key, audio_id: null })).json()).toMatchObject({ audio: null });
  expect(await prompts()).toEqual({});
});

test('two people have a text said otherwise at once: the second is shown what the first has chosen', async () => {
  const sounds = await Promise.all(
    ['Một', 'Hai'].map(async (text) => (await call('POST', '/partner/audio/speech', { text })).json().id),
  );
  const both = await Promise.all(
    sounds.map((audio_id) => call('PUT', '/partner/system-prompt', { key, audio_id, was: null })),
  );
  const [winner, loser] = both.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([winner?.statusCode, loser?.statusCode]).toEqual([200, 409]);
  expect(loser?.json()).toMatchObject({ code: 'conflict', current: winner?.json() });
});

test('a sound of another company is none', async () => {
  const other = await app.tenant('loi-khac');
  const { id } = (await other.admin.call('POST', '//telephony/partner/audio/speech', { text: 'Của họ' })).json();
  expect((await call('PUT', '/partner/system-prompt', { key, audio_id: id })).statusCode).toBe(422);
});
