import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { storeCall } from '../../testing/stored-calls.ts';
import { twoSpeaking } from '../../testing/telephone-sound.ts';
import { keepRecordings } from '../background/keep-recordings.ts';
import { type Config, readConfig } from '../config.ts';
import { checkExcerpt } from '../features/calls/evidence/check-excerpt.ts';
import { emptyHistory } from '../features/customers/personal-data-job.ts';
import { openFiles } from '../storage/open-files.ts';
import { serverKey } from '../storage/server-key.ts';
import { cutOut } from '../storage/small/cut-out.ts';
import { asWav } from '../storage/small/small-recording.ts';
import { recordingsCheck, recordingsVerify } from './recordings-verify.ts';

let app: TestApp;
let firm: TestTenant;
let top: string;
let config: Config;
let wav: Buffer;
const number = '+84901112233';

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'alo-evidence-'));
  const dataFolder = join(top, 'data');
  const key = await serverKey(dataFolder);
  app = await testApp({ serverKey: key, files: openFiles({ dataFolder, s3: undefined, sealsRecordings: false }, key) });
  config = readConfig({ ALO_DATA_DIR: dataFolder, DATABASE_URL: app.url, ALO_LOG_LEVEL: 'silent' });
  wav = await twoSpeaking(20);
});
afterAll(async () => {
  await app.close();
  await rm(top, { recursive: true });
});

let nth = 0;
beforeEach(async () => {
  nth += 1;
  firm = await app.tenant(`bang-chung-${nth}`);
});

const keyOf = (id: string) => ({ area: 'recordings' as const, tenantId: firm.id, name: `${id}.wav` });

async function kept(from = number) {
  const startedAt = new Date(Date.now() - 600_000);
  const call = await storeCall(app.db, firm.id, {
    started_at: startedAt,
    outside_number: from,
    recording: { started_at: startedAt, bytes: wav.length, duration_ms: 20_000 },
  });
  await app.files.put(keyOf(call.recordingId), Readable.from([wav]));
  await keepRecordings({ db: app.db, files: app.files, log: { warn: (...all) => expect(all).toEqual([]) } });
  return call;
}

async function verified() {
  const said: string[] = [];
  const surroundings = { config, say: (line: string) => void said.push(line), askSecret: () => Promise.resolve('') };
  const isWhole = await recordingsVerify.run(['--company', `bang-chung-${nth}`], surroundings);
  return { isWhole, said: said.join('\n') };
}

const excerptOf = (id: string, query = '?from=3&to=11') =>
  app.http.inject({
    url: `/api/bang-chung-${nth}/histories-call/${id}/excerpt${query}`,
    headers: { authorization: `Bearer ${firm.admin.token}` },
  });

test('verify reads every file, and names the one that was changed and the one that is missing', async () => {
  const [changed, missing] = [await kept(), await kept()];
  await kept();
  expect(await verified()).toMatchObject({ isWhole: true, said: expect.stringContaining('3 tệp\tnguyên vẹn') });
  const path = join(config.dataFolder, 'recordings', firm.id, `${changed.recordingId}.wav`);
  const bytes = await readFile(path);
  bytes[2_000] = (bytes[2_000] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await rm(join(config.dataFolder, 'recordings', firm.id, `${missing.recordingId}.wav`));
  const found = await verified();
  expect(found.isWhole).toBe(false);
  expect(found.said).toMatch(new RegExp(`${changed.recordingId}\ttệp ghi âm đã bị sửa`));
  expect(found.said).toMatch(new RegExp(`${missing.recordingId}\ttệp ghi âm không còn`));
});

test('a person who is erased leaves a chain that is whole', async () => {
  await kept('+84907654321');
  await kept();
  await emptyHistory({
    inTenant: (work) => app.db.inTenant(firm.id, work),
    progress: () => Promise.resolve(),
    files: app.files,
    tenantId: firm.id,
    numbers: ['+84907654321'],
  });
  expect(await verified()).toMatchObject({ isWhole: true, said: expect.stringContaining('3 mục\t1 tệp\tnguyên vẹn') });
});

test('the page of a call tells its link, the head of the chain and the key', async () => {
  const { id } = await kept();
  const told = (await firm.admin.call('GET', `/histories-call/${id}/evidence`)).json();
  expect(told).toMatchObject({ kept_as: 'opus', link: { seq: 1 }, head: { seq: 1, hash: told.link.hash } });
  expect(told.fingerprint).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  expect((await verified()).said).toContain(told.head.hash);
});

test('an excerpt has the very sound of its seconds, says what it is of, and is whole', async () => {
  const { id, recordingId } = await kept();
  const answer = await excerptOf(id);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const checked = checkExcerpt(answer.payload);
  expect(checked).toMatchObject({ is: 'whole', facts: { call: { id }, sound: { from_ms: 3_000, to_ms: 11_000 } } });
  const file = await app.files.kept(keyOf(recordingId));
  const cut = file && (await cutOut(file, 3_000, 11_000));
  if (file === undefined || cut === undefined) throw new Error('nothing was cut out');
  expect(answer.payload).toContain(cut.content.toString('base64'));
  const content = cut.content;
  const part = await buffer(
    await (
      await asWav({
        bytes: content.length,
        read: (one) => Promise.resolve(Readable.from([one ? content.subarray(one.start, one.end + 1) : content])),
      })
    ).read(),
  );
  const whole = await buffer(await (await asWav(file)).read());
  expect(part.length).toBe(44 + 8 * 32_000);
  // Coders that began elsewhere are not of one mind in the last bits.
  let [said, differs] = [0, 0];
  for (let at = 0; at < 8 * 32_000; at += 2) {
    said += whole.readInt16LE(44 + 3 * 32_000 + at) ** 2;
    differs += (whole.readInt16LE(44 + 3 * 32_000 + at) - part.readInt16LE(44 + at)) ** 2;
  }
  expect(10 * Math.log10(said / Math.max(1, differs))).toBeGreaterThan(20);
});

test('whatever byte of what it says, of its sound, signature or script is changed, it is whole no more', async () => {
  const { id } = await kept();
  const page = (await excerptOf(id)).payload;
  const places = ['id="signed">', 'id="signature">', 'id="key">', 'id="sound">', 'id="check">', 'id="style">'];
  for (const place of places) {
    const from = page.indexOf(place) + place.length;
    const length = page.indexOf('</s', from) - from;
    for (let share = 0.05; share < 1; share += 0.15) {
      const at = from + Math.floor(length * share);
      const other = page[at] === 'A' ? 'B' : 'A';
      const { is } = checkExcerpt(`${page.slice(0, at)}${other}${page.slice(at + 1)}`);
      expect(is, `${place} ${share}`).not.toBe('whole');
    }
  }
});

test('the operator checks an excerpt, and is told whose key signed it', async () => {
  const { id } = await kept();
  const path = join(top, 'doan.html');
  await writeFile(path, (await excerptOf(id)).payload);
  const said: string[] = [];
  const surroundings = { config, say: (line: string) => void said.push(line), askSecret: () => Promise.resolve('') };
  expect(await recordingsCheck.run([path], surroundings)).toBe(true);
  expect(said.join('\n')).toContain(`Khoá của công ty bang-chung-${nth}.`);
});

test('no excerpt begins behind its end, is longer than ten minutes, or is made of another company’s call', async () => {
  const { id } = await kept();
  expect((await excerptOf(id, '?from=5&to=5')).statusCode).toBe(422);
  expect((await excerptOf(id, '?from=0&to=601')).statusCode).toBe(422);
  expect((await excerptOf(id, '?from=500')).statusCode).toBe(422);
  const mine = id;
  nth += 1;
  firm = await app.tenant(`bang-chung-${nth}`);
  expect((await excerptOf(mine)).statusCode).toBe(404);
});
