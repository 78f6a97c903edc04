import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';

import { AloProblem, alo, readWebhook, WrongSignature } from './index.ts';

type Said = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> } | 'lost';

/** A client of a server that answers so, one after the other, and what it was asked. */
function server(answers: readonly Said[]) {
  const asked: Request[] = [];
  const pauses: number[] = [];
  const left = [...answers];
  const client = alo({
    url: 'https://alo.example.com/',
    company: 'acme',
    key: 'alo_x',
    async fetch(request) {
      if (request instanceof Request) asked.push(request);
      const said = left.shift();
      if (said === undefined || said === 'lost') throw new TypeError('network');
      const { status, body = {}, headers = {} } = said;
      return new Response(JSON.stringify(body), { status, headers });
    },
    async pause(ms) {
      pauses.push(ms);
    },
  });
  return { client, asked, pauses };
}

const call = { body: { agent: '101', to: '0901234567' } };

test('what was lost on its way is asked again under the same key, and a busy server is waited for', async () => {
  const done = { status: 200, body: { call_id: 'c', slot: null } };
  const { client, asked, pauses } = server([
    'lost',
    { status: 429, headers: { 'retry-after': '3' } },
    { status: 503 },
    done,
  ]);
  expect(await client.call('programCall', call)).toEqual({ call_id: 'c', slot: null });
  expect(asked.map(({ url }) => url)).toEqual(Array(4).fill('https://alo.example.com/api/acme/program/calls'));
  expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer alo_x');
  expect(pauses[1]).toBe(3_000);
});

test('a refusal is told with its code and fields, and not asked again', async () => {
  const body = { code: 'invalid_input', message: 'Dữ liệu chưa hợp lệ', fields: { agent: 'sai' }, request_id: 'r' };
  const { client, asked } = server([{ status: 422, body }]);
  const refused = await client.call('programCall', call).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AloProblem);
  expect(refused).toMatchObject({ status: 422, code: 'invalid_input', fields: { agent: 'sai' }, requestId: 'r' });
  expect(asked).toHaveLength(1);
});

test('a change of a row is not sent again where it may have been made', async () => {
  const { client, asked } = server(['lost']);
  const id = '01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11';
  await expect(
    client.call('customersUpdate', {
      params: { id },
      body: { name: 'An', phone: '0901234567', status: id, version: 1 },
    }),
  ).rejects.toThrow('reached');
  expect(asked.map(({ url }) => url)).toEqual([`https://alo.example.com/api/acme/customer/${id}`]);
});

test('events go on from the last number after whatever cuts them off, each once', async () => {
  const event = (number: number) => ({ number, type: 'agent.status' });
  const page = (numbers: readonly number[], next: number) => ({
    status: 200,
    body: { data: numbers.map(event), next, more: false },
  });
  const cut = Array<Said>(6).fill('lost');
  const { client, asked } = server([page([42, 44], 44), ...cut, page([], 44), page([45], 45)]);
  const told: number[] = [];
  for await (const { number } of client.events({ after: 41, types: ['agent.status'] })) {
    told.push(number);
    if (number === 45) break;
  }
  expect(told).toEqual([42, 44, 45]);
  const asks = asked.map(({ url }) => new URL(url).searchParams);
  expect(asks.map((query) => query.get('after'))).toEqual(['41', ...Array(8).fill('44')]);
  expect(asks[0]?.get('types')).toBe('agent.status');
});

test('who was away for too long is told so, and who is told to stop stops', async () => {
  const gone = server([{ status: 410, body: { code: 'events_gone', message: 'x' } }]);
  await expect(gone.client.events({ after: 1 }).next()).rejects.toMatchObject({ code: 'events_gone' });
  const stop = new AbortController();
  stop.abort();
  expect(await server([]).client.events({ signal: stop.signal }).next()).toEqual({ done: true, value: undefined });
});

test('what a webhook posts is believed with its signature, for five minutes, and not otherwise', async () => {
  const [secret, now] = ['whsec', 1_795_339_200_000];
  const body = '{"event":"test"}';
  const signed = (text: string, t = now / 1_000) =>
    `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')}`;
  expect(await readWebhook({ secret, signature: signed(body), body, now })).toEqual({ event: 'test' });
  for (const [signature, text, at] of [
    [signed(body), '{"event":"other"}', now],
    [signed(body), body, now + 301_000],
    [undefined, body, now],
    [`t=1,v1=${'0'.repeat(64)}`, body, now],
  ] as const) {
    await expect(readWebhook({ secret, signature, body: text, now: at })).rejects.toThrow(WrongSignature);
  }
});
