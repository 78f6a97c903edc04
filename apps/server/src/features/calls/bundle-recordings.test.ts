import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { twoSpeaking } from '../../../testing/telephone-sound.ts';
import { workerWithin } from '../../../testing/worker-within.ts';

let app: TestApp;
let company: TestTenant;
let worker: Awaited<ReturnType<typeof workerWithin>>;
let wav: Buffer;

beforeAll(async () => {
  app = await testApp();
  company = await app.tenant('gom-ghi-am');
  worker = await workerWithin(app);
  wav = await twoSpeaking(3);
});
afterAll(async () => {
  await worker.close();
  await app.close();
});

const startedAt = new Date('2026-11-20T02:03:04Z');

async function recorded(number: string, from = company, more: object = {}) {
  const call = await storeCall(app.db, from.id, {
    started_at: startedAt,
    outside_number: number,
    recording: { started_at: startedAt, bytes: wav.length },
    ...more,
  });
  const key = { area: 'recordings' as const, tenantId: from.id, name: `${call.recordingId}.wav` };
  await app.files.put(key, Readable.from([wav]));
  return call;
}

/** What is in the archive that a job has made, by name. */
async function archived(query: object, by: Pick<TestPerson, 'call' | 'token'> = company.admin) {
  const asked = await by.call('POST', '/histories-call/recordings', query);
  expect(asked.statusCode).toBe(202);
  const { job_id: id } = asked.json();
  await expect.poll(async () => (await by.call('GET', `/job/${id}`)).json().state).toBe('done');
  const answer = await app.http.inject({
    url: `/api/gom-ghi-am/job/${id}/file`,
    headers: { authorization: `Bearer ${by.token}` },
  });
  expect(answer.statusCode).toBe(200);
  const zip = await fromBufferPromise(answer.rawPayload);
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return found;
}

test('the recordings that a list shows come in one archive, under names that say what they are, with a list', async () => {
  const one = await recorded('+84901234567');
  await recorded('+84907777777');
  await storeCall(app.db, company.id, { outside_number: '+84901234567' });
  const stranger = await app.tenant('nguoi-la');
  await recorded('+84901234567', stranger);
  const found = await archived({ search: '0901234567' });
  const names = [...found.keys()];
  expect(names).toHaveLength(2);
  expect(names[0]).toMatch(/^ghi-am\/2026-11-20_09-03-04_goi-vao_[0-9-]*901[0-9-]*_101_[0-9a-f]{8}\.wav$/);
  expect(found.get(names[0] ?? '')?.equals(wav)).toBe(true);
  const list = found.get('danh-sach.csv')?.toString() ?? '';
  expect(list.trim().split('\n')).toHaveLength(2);
  expect(list).toContain(one.id);
  expect(list).toContain((names[0] ?? '').slice('ghi-am/'.length));
  expect([...(await archived({}).then((all) => all.keys()))]).toHaveLength(3);
  const taken = await app.db.inTenant(company.id, (trx) =>
    trx.selectFrom('audit').where('action', '=', 'take-recordings').select('after').execute(),
  );
  expect(taken.map(({ after }) => after)).toContainEqual(expect.objectContaining({ recordings: 1 }));
});

test('whoever sees masked numbers finds none in it, and who may not listen gets nothing', async () => {
  const masked = await company.person('Che số', ['call-history.view', 'call-history.export', 'call-history.listen']);
  await app.db.inTenant(company.id, (trx) =>
    trx.updateTable('role').set({ scope: 'all' }).where('name', '=', 'Vai trò của Che số').execute(),
  );
  await company.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  await recorded('+84908080808');
  const found = await archived({}, masked);
  expect(found.size).toBeGreaterThan(1);
  for (const text of [...found.keys(), found.get('danh-sach.csv')?.toString() ?? ''])
    expect(text).not.toContain('08080');
  const deaf = await company.person('Không nghe', ['call-history.view', 'call-history.export']);
  expect((await deaf.call('POST', '/histories-call/recordings', {})).statusCode).toBe(403);
});

test('a recording that was erased meanwhile is left out, and of nothing there is a list without rows', async () => {
  const gone = await recorded('+84903333333');
  await app.files.remove({ area: 'recordings', tenantId: company.id, name: `${gone.recordingId}.wav` });
  const found = await archived({ search: '0903333333' });
  expect([...found.keys()]).toEqual(['danh-sach.csv']);
});

test('beyond the share of the company nothing is gathered', async () => {
  await recorded('+84905555555');
  await app.db.inTenant(company.id, (trx) =>
    trx.updateTable('tenant').set({ most_bytes: 1 }).where('id', '=', company.id).execute(),
  );
  expect((await company.admin.call('POST', '/histories-call/recordings', {})).statusCode).toBe(409);
});
