import { voiceGroups } from '@alo/call-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import type { MadeClip } from '../../audio/sounds.ts';
import { joinedWav, wavOf } from '../../audio/wav.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

type Measures = Extract<MadeClip, { ok: true }>['measures'];
const good: Measures = { levelDb: -20, noiseDb: -70, beginsCut: false, endsCut: false, speechMs: 400, clipped: 0 };

let app: TestApp;
let company: TestTenant;
let made: MadeClip;
/** Half a second, told from others by how loud it is. */
const soundOf = (level: number) => wavOf(new Int16Array(4_000).fill(level));
const heard = (measures: Partial<Measures> = {}, level = 1_000): MadeClip => ({
  ok: true,
  wav: soundOf(level),
  measures: { ...good, ...measures },
});
let codes = 0;

beforeAll(async () => {
  const speak = async () => ({ ok: true, wav: soundOf(1) }) as const;
  app = await testApp({ sounds: { clip: async () => made, convert: speak, speak } });
});
beforeEach(async () => {
  company = await app.tenant(`giong-${(codes += 1)}`);
  made = heard();
});
afterAll(() => app.close());

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  who: TestPerson = company.admin,
) => who.call(method, `//telephony/partner/company-voice${path}`, body);
const voice = async (who?: TestPerson) => (await call('GET', '', undefined, who)).json();
const inCalls = async (of = company) => (await loadTelephonyConfig(app.db.inTenant, of.id)).plan.voice ?? {};

function say(key: string, who = company.admin) {
  const payload = new FormData();
  payload.set('key', key);
  payload.set('source', 'recording');
  payload.set('file', new Blob(['as it was said'], { type: 'audio/wav' }), 'thu-am.wav');
  return app.http.inject({
    method: 'POST',
    url: '/telephony/partner/company-voice/clip',
    headers: { authorization: `Bearer ${who.token}` },
    payload,
  });
}
async function sayAll(groups: readonly (keyof typeof voiceGroups)[], of = company): Promise<void> {
  for (const group of groups)
    for (const key of voiceGroups[group]) expect((await say(key, of.admin)).statusCode).toBe(200);
}

test('a voice lists what is to be said, group by group, with the words', async () => {
  const { clips, on, whole } = await voice();
  expect(clips).toHaveLength(Object.values(voiceGroups).flat().length);
  expect(clips[10]).toEqual({ key: 'system/vi/say/ten.wav', group: 'numbers', text: 'mười', said: null });
  expect([on, whole]).toEqual([[], []]);
});

test('calls are told in a group once all of it was said and it is switched on, and as before once it is off', async () => {
  await sayAll(['numbers']);
  expect((await voice()).whole).toEqual(['numbers']);
  expect(await inCalls()).toEqual({});
  expect((await call('PUT', '', { on: ['numbers'] })).json()).toMatchObject({ on: ['numbers'] });
  const keys = Object.keys(await inCalls());
  expect(keys.toSorted()).toEqual(voiceGroups.numbers.toSorted());
  expect((await inCalls())['system/vi/say/0.wav']).toMatch(new RegExp(`^company/${company.id}/`));
  await call('PUT', '', { on: [] });
  expect(await inCalls()).toEqual({});
});

test('a group that lacks a word is not switched on', async () => {
  const { money } = voiceGroups;
  await sayAll(['numbers']);
  const refused = await call('PUT', '', { on: ['numbers', 'money'] });
  expect([refused.statusCode, refused.json().fields.on]).toEqual([
    422,
    'Nhóm “Tiền” chưa đủ lời, hoặc có lời phải thu lại',
  ]);
  expect(await inCalls()).toEqual({});
  expect(money).toHaveLength(1);
});

test.each<[string, Partial<Measures>, readonly string[], boolean]>([
  ['was said too loudly', { clipped: 40 }, ['clipped'], true],
  ['has lost its beginning', { beginsCut: true }, ['begins-cut'], true],
  ['has lost its end', { endsCut: true }, ['ends-cut'], true],
  ['was said too far away', { levelDb: -45 }, ['quiet'], false],
  ['was said beside a fan', { noiseDb: -35 }, ['noisy'], false],
  ['was drawn out', { speechMs: 1_500 }, ['long'], false],
  ['was swallowed', { speechMs: 50 }, ['short'], false],
  ['came from a studio, without anything around it', { noiseDb: null }, [], false],
])(
  'a word that %s is told so, and has to be said again where customers cannot hear it',
  async (_, measures, faults, isGrave) => {
    const [money = ''] = voiceGroups.money;
    made = heard(measures);
    expect((await say(money)).json()).toMatchObject({ key: money, said: { faults } });
    expect((await voice()).whole).toEqual(isGrave ? [] : ['money']);
    // Said again it is good.
    made = heard();
    expect((await say(money)).json()).toMatchObject({ said: { faults: [] } });
    expect((await voice()).whole).toEqual(['money']);
  },
);

test('a group in use of which a word is said again, worse, is heard no more', async () => {
  await sayAll(['money']);
  await call('PUT', '', { on: ['money'] });
  made = heard({ clipped: 40 });
  const [money = ''] = voiceGroups.money;
  await say(money);
  expect(await voice()).toMatchObject({ on: [], whole: [] });
  expect(await inCalls()).toEqual({});
});

test('what was no speech changes nothing, and a key that is none is none', async () => {
  const [money = ''] = voiceGroups.money;
  await say(money);
  made = { ok: false, why: 'Không nghe thấy tiếng nói' };
  const refused = await say(money);
  expect([refused.statusCode, refused.json().fields.file]).toEqual([422, 'Không nghe thấy tiếng nói']);
  expect((await voice()).whole).toEqual(['money']);
  for (const key of ['system/vi/say/unknown-number.wav', 'constructor', '../0.wav']) {
    made = heard();
    expect((await say(key)).statusCode).toBe(404);
  }
});

test('a word that is said again takes no room twice', async () => {
  const [money = ''] = voiceGroups.money;
  const sounds = () =>
    app.db.inTenant(company.id, (trx) => trx.selectFrom('audio').select('id').execute()).then((rows) => rows.length);
  for (let times = 0; times < 3; times += 1) await say(money);
  expect(await sounds()).toBe(1);
  expect((await call('DELETE', '')).statusCode).toBe(200);
  expect(await sounds()).toBe(0);
  expect((await voice()).whole).toEqual([]);
});

test('a sample says a value in the voice before it is in use, and is refused as long as a word of it is missing', async () => {
  await sayAll(['numbers']);
  expect((await call('GET', '/sample?say=money')).json()).toMatchObject({
    fields: { say: 'Chưa thu đủ các lời của câu này' },
  });
  await sayAll(['money']);
  const sample = await call('GET', '/sample?say=money');
  expect([sample.statusCode, sample.headers['content-type']]).toEqual([200, 'audio/wav']);
  // một triệu hai trăm năm mươi nghìn đồng.
  expect(sample.rawPayload.equals(joinedWav(Array.from({ length: 8 }, () => soundOf(1_000))))).toBe(true);
});

test('the voice of a company is no other’s', async () => {
  const other = await app.tenant(`khac-${codes}`);
  await sayAll(['numbers', 'money']);
  await call('PUT', '', { on: ['numbers', 'money'] });
  expect(await voice(other.admin)).toMatchObject({ on: [], whole: [] });
  expect(await inCalls(other)).toEqual({});
  expect((await call('GET', '/sample?say=money', undefined, other.admin)).statusCode).toBe(422);
  made = heard({}, 2_000);
  await sayAll(['money'], other);
  await call('DELETE', '', undefined, other.admin);
  expect(await voice()).toMatchObject({ on: ['numbers', 'money'], whole: ['numbers', 'money'] });
  const { audio } = (await voice()).clips.find((clip: { group: string }) => clip.group === 'money').said;
  expect((await other.admin.call('GET', `//telephony/partner/audio/${audio.id}/file`)).statusCode).toBe(404);
});

test('whoever may not change what the telephone says listens, and changes nothing', async () => {
  const reader = await company.person('doc', ['system-prompts.view']);
  expect((await call('GET', '', undefined, reader)).statusCode).toBe(200);
  const [money = ''] = voiceGroups.money;
  expect((await say(money, reader)).statusCode).toBe(403);
  expect((await call('PUT', '', { on: [] }, reader)).statusCode).toBe(403);
  expect((await call('DELETE', '', undefined, reader)).statusCode).toBe(403);
});

test('the list of texts says which of them are told in the voice', async () => {
  await sayAll(['money']);
  await call('PUT', '', { on: ['money'] });
  const { data } = (await company.admin.call('GET', '//telephony/partner/system-prompts')).json();
  expect(data.flatMap((one: { in_voice: boolean; text: string }) => (one.in_voice ? [one.text] : []))).toEqual([
    'đồng',
  ]);
});
