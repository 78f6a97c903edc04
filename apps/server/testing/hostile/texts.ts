import { expect } from 'vitest';

import { type Attack, times } from './attack.ts';

const form = (name: string, content: string | Uint8Array<ArrayBuffer>, type = 'text/csv') => {
  const body = new FormData();
  body.set('subject', 'customer');
  body.set('file', new Blob([content], { type }), name);
  return body;
};

/** What is brought to be read. */
export const textAttacks: readonly Attack[] = [
  {
    name: 'JSON that is deep, wide, doubled or poisoned',
    sample: true,
    does: async ({ hostile: [one] }) => {
      const json = { 'content-type': 'application/json' };
      const post = (raw: string) => one.ask('POST', '/customer', { raw, headers: json });
      return [
        await post('['.repeat(400_000) + ']'.repeat(400_000)),
        await post(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
        await post(`{"name":"x","phone":"0987000333","own":{${'"a":1,'.repeat(50_000)}"b":2}}`),
        await post('{"__proto__":{"operates":true},"name":"x"}'),
        await post('{"constructor":{"prototype":{"x":1}},"name":"x"}'),
        await post(`{"name":"${'x'.repeat(1_100_000)}"}`),
        await post('{"name":'),
      ];
    },
    comes: { status: [400, 413, 422] },
    counted: ['malformed', 'too_much'],
  },
  {
    name: 'searches, pages and addresses as long as they go',
    sample: true,
    does: async ({ hostile: [one] }) => [
      await one.ask('GET', `/customers?search=${encodeURIComponent('%'.repeat(2_000))}`),
      await one.ask('GET', '/customers?page=100000001'),
      await one.ask('GET', '/customers?page=-1'),
      await one.ask('GET', '/customers?per_page=1e9&page=1e9'),
      await one.ask('GET', `/customers?${'x=1&'.repeat(3_000)}`),
      await one.ask('GET', `/customers?ids=${Array.from({ length: 300 }, () => crypto.randomUUID()).join(',')}`),
    ],
    comes: { status: [400, 414, 431] },
    counted: 'malformed',
  },
  {
    name: 'the last page of a list, asked for a hundred times',
    does: async ({ hostile: [one, two] }) =>
      times(100, (nth) => (nth % 2 === 0 ? one : two).ask('GET', '/customers?page=100000000&per_page=1000')),
    comes: { status: [200, 429, 503] },
    counted: 'nothing is refused',
  },
  {
    name: 'patterns and expressions that take for ever',
    does: async ({ hostile: [one] }) =>
      Promise.all(
        ['(a+)+$', '*'.repeat(40), '*0'.repeat(40), '[0-9]*[0-9]*[0-9]*x', 'x'.repeat(500)].map((pattern) =>
          one.ask('POST', '//telephony/partner/outbound', {
            body: { name: pattern.slice(0, 20), priority: 1, pattern, routes: [] },
          }),
        ),
      ),
    comes: { status: [422] },
    counted: 'slip',
  },
  {
    name: 'sheets that are none, and that are much',
    does: async ({ hostile: [one] }) => [
      await one.ask('POST', '/imports', { raw: form('x.exe', 'MZ', 'application/octet-stream') }),
      await one.ask('POST', '/imports', { raw: form('x.xlsx', new Uint8Array([1, 2, 3]), 'text/csv') }),
      await one.ask('POST', '/imports', { raw: form('x.csv', 'PK\u0003\u0004') }),
      await one.ask('POST', '/imports', { raw: form('../../x.csv', '') }),
    ],
    comes: { status: [202, 400, 415, 422] },
    counted: ['malformed', 'slip'],
  },
  {
    name: 'lines of the trail, in names and agents',
    sample: true,
    does: async (world) => {
      const [one] = world.hostile;
      const name = `Ai\n2026-01-01 admin đã xoá ${world.good.code}`;
      const headers = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'gia-mao' };
      return [
        await one.ask('POST', '/department', { body: { name: 'Phòng\u0000' }, headers }),
        await one.ask('POST', '/department', { body: { name }, headers }),
      ];
    },
    comes: { status: [200, 422] },
    counted: 'slip',
    leaves: async ({ superuser, hostile: [one] }) => {
      const { rows } = await superuser.query(
        'select network, request_id from audit where tenant_id = $1 order by at desc limit 3',
        [one.id],
      );
      expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|gia-mao/);
    },
  },
];
