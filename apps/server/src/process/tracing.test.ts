import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { TenantId } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testApp, testPassword } from '../../testing/app.ts';
import { testTelephony } from '../../testing/telephony.ts';
import { newId } from '../kernel/new-id.ts';
import { startTracing } from './tracing.ts';

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  status: z.object({ code: z.number().optional() }),
});
const posted = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

/** Takes what an OpenTelemetry collector is posted. */
async function collector() {
  const taken = { bodies: [] as unknown[], said: [] as (string | undefined)[] };
  const server = createServer((request, response) => {
    taken.said.push(request.headers.authorization);
    void json(request).then((body) => {
      taken.bodies.push(body);
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { ...taken, url: `http://127.0.0.1:${port}` };
}

/** Somebody with a phone, whose calls run on an engine of the test's. */
async function callCentre() {
  const folder = await mkdtemp(join(tmpdir(), 'alo-tracing-'));
  const engine = new ScriptedEngine();
  let telephony: ReturnType<typeof testTelephony> | undefined;
  const app = await testApp({
    telephonyOf: (db) => (telephony = testTelephony(db, { engine, dataFolder: folder })),
  });
  onTestFinished(async () => {
    await telephony?.close();
    await app.close();
    await rm(folder, { recursive: true });
  });
  const demo = await app.tenant('vet');
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('extension')
      .values(['101', '102'].map((number) => ({ id: newId(), number, name: `Máy ${number}` })))
      .execute(),
  );
  const lan = await demo.person('lan', ['call-history.view'], '101');
  const tenant = demo.id as TenantId; // the row's id
  await telephony?.open({ id: tenant, sip_domain: 'x.alo.local' });
  for (const number of ['101', '102']) engine.register(tenant, number);
  await telephony?.settled();
  return { app, lan, settled: () => telephony?.settled() };
}

test('a request is seen with its transactions and what it asked of telephony and the engine, and nothing that anybody typed', async () => {
  const { app, lan, settled } = await callCentre();
  const receiver = await collector();
  const tracing = await startTracing({ url: receiver.url, authorization: 'Bearer geheim-12345' });
  await lan.call('POST', '/calls', { to: '102', request_id: crypto.randomUUID() });
  await settled();
  await lan.call('GET', '/histories-call?search=0901234567');
  await app.http.inject({
    method: 'POST',
    url: '/identity/login/tenant',
    payload: { ma_dn: 'vet', username: 'lan@vet.local', password: `${testPassword}-sai` },
  });
  await tracing.close();

  const spans = receiver.bodies.flatMap((body) =>
    posted.parse(body).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  );
  const root = spans.find(({ name }) => name === 'POST /api/:ma_dn/calls');
  const below = (id: string | undefined): string[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === id).flatMap(({ name, spanId }) => [name, ...below(spanId)]);
  expect(below(root?.spanId)).toEqual(
    expect.arrayContaining(['database transaction', expect.stringMatching(/^telephony /), 'engine dial']),
  );
  const refused = spans.find(({ name }) => name === 'POST /identity/login/tenant');
  // Wrong credentials are no failure of the server.
  expect([refused?.status.code ?? 0, spans.some(({ name }) => name === 'GET /api/:ma_dn/histories-call')]).toEqual([
    0,
    true,
  ]);
  expect(new Set(receiver.said)).toEqual(new Set(['Bearer geheim-12345']));
  const all = JSON.stringify(receiver.bodies);
  for (const typed of ['0901234567', '901234567', testPassword, 'lan@', lan.token, 'geheim', 'select ']) {
    expect([typed, all.includes(typed)]).toEqual([typed, false]);
  }
});

test('a collector that is away costs nobody anything', async () => {
  const { lan } = await callCentre();
  const tracing = await startTracing({ url: 'http://127.0.0.1:1' });
  onTestFinished(() => tracing.close());
  expect((await lan.call('GET', '/me')).statusCode).toBe(200);
});
