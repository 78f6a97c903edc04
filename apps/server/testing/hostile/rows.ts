import { expect } from 'vitest';

import { type Attack, times } from './attack.ts';
import { ownNumber } from './numbers.ts';
import { secret } from './world.ts';

const gone = { status: [404] };

/** What is another company's is not there, by whichever address it is asked for. */
export const rowAttacks: readonly Attack[] = [
  {
    name: 'a recording, its picture and its call by their addresses, also an odd part',
    sample: true,
    does: async ({ hostile: [one], rows: { call } }) => [
      await one.ask('GET', `/histories-call/${call}`),
      await one.ask('GET', `/histories-call/${call}/recording`),
      await one.ask('GET', `/histories-call/${call}/recording`, { headers: { range: 'bytes=0-' } }),
      await one.ask('GET', `/histories-call/${call}/waveform`),
    ],
    comes: gone,
    counted: 'not_there',
  },
  {
    name: 'the own sign-in at the address of another company',
    sample: true,
    does: async ({ good, hostile: [one, two] }) => [
      await one.ask('GET', `//api/${good.code}/customers`),
      await two.ask('GET', `//api/${good.code.toUpperCase()}/customers`),
      await two.ask('GET', `//telephony/partner/extension-group/all/${good.code}`),
      await two.ask('GET', `//api/${good.code}%00/customers`),
    ],
    comes: gone,
    counted: 'company',
    trail: { action: 'refused', subject: 'tenant' },
  },
  {
    name: 'jobs, imports, bulk changes and deliveries by ids that are guessed or another company’s',
    does: async ({ hostile: [one], rows: { customer, webhook } }) => {
      const mapping = { mapping: { name: 0 }, existing: 'update' };
      return [
        await one.ask('GET', `/job/${customer}`),
        await one.ask('GET', `/job/${crypto.randomUUID()}/file`),
        await one.ask('POST', `/job/${customer}/cancel`),
        await one.ask('POST', `/import/${customer}/check`, { body: mapping }),
        await one.ask('POST', `/import/${customer}/run`),
        await one.ask('POST', `/import/${customer}/undo`),
        await one.ask('POST', `/bulk/${customer}/undo`),
        await one.ask('GET', `/webhook/${webhook}/deliveries`),
        await one.ask('POST', `/webhook/${webhook}/test`),
        await one.ask('POST', `/webhook/${webhook}/secret`),
      ];
    },
    comes: gone,
    counted: 'not_there',
  },
  {
    name: 'a saved view of another company, and one that leads out of the list',
    does: async ({ hostile: [one], rows: { view } }) => [
      await one.ask('DELETE', `/saved-view/${view}`),
      await one.ask('POST', '/saved-view', { body: { list: '//evil.vn', name: 'x', address: '' } }),
      await one.ask('POST', '/saved-view', { body: { list: 'javascript:alert(1)', name: 'x', address: '' } }),
    ],
    comes: { status: [404, 422] },
    counted: ['not_there', 'slip'],
  },
  {
    name: 'own rows that refer to another company’s',
    sample: true,
    does: async ({ hostile: [one], rows: { trunk, number, customer } }) => [
      await one.ask('POST', '//telephony/partner/service-number', {
        body: { name: 'Số', number: '02873995599', trunk_id: trunk },
      }),
      await one.ask('POST', '//telephony/partner/outbound', {
        body: { name: 'Ra bằng số người khác', priority: 1, pattern: '*', routes: [{ service_number_id: number }] },
      }),
      await one.ask('POST', '/customer', {
        body: { name: 'Khách', phone: '0987000222', status: customer, project_id: customer },
      }),
      await one.ask('POST', '//telephony/partner/greeting', { body: { name: 'Chào', audio_id: customer } }),
    ],
    comes: { status: [422] },
    counted: 'not_there',
  },
  {
    name: 'a sound by the path of a file',
    sample: true,
    does: async ({ hostile: [one] }) =>
      Promise.all(
        [
          '//telephony/partner/system-prompt/file?key=../../server-key',
          '//telephony/partner/system-prompt/file?key=..%2f..%2f..%2fserver-key',
          '//telephony/partner/audio/..%2f..%2fserver-key/file',
          '//telephony/partner/audio/%2e%2e%2fserver-key/file',
          '//assets/..%2f..%2fserver-key',
          '//prompts/..%2f..%2fserver-key',
        ].map((path) => one.ask('GET', path)),
      ),
    comes: { status: [400, 404] },
    counted: 'not_there',
  },
  {
    name: 'a conversation of another company: every request of call control',
    does: async ({ hostile: [one], rows: { call } }) => {
      const bodies: Readonly<Record<string, object>> = {
        transfer: { to: '101' },
        consult: { to: '101' },
        invite: { to: '101' },
        remove: { leg_id: 'x' },
        hold: { on: true },
        park: {},
        'pick-up': {},
        'pause-recording': { on: true },
        keys: { digits: '1' },
        'hang-up': {},
        listen: { agent: '101' },
        whisper: { agent: '101' },
        barge: { agent: '101' },
        'take-over': { agent: '101' },
        end: { agent: '101' },
      };
      return Promise.all(
        Object.entries(bodies).map(([name, body]) => one.ask('POST', `/calls/${call}/${name}`, { body })),
      );
    },
    comes: { status: [403, 404, 409] },
    counted: 'not_there',
  },
  {
    name: 'what the operator has',
    sample: true,
    does: async ({ hostile: [one], good, rows: { number } }) => [
      await one.ask('GET', '//admin/tenants'),
      await one.ask('PUT', `//admin/tenant/${good.id}`, { body: { version: 1 } }),
      await one.ask('PUT', `//admin/number/${number}`, { body: { ma_dn: one.code } }),
      await one.ask('PUT', '//admin/installation-setting', { body: { sign_up: true } }),
      await one.ask('GET', '//admin/shares'),
      await one.ask('PUT', `//admin/share/${one.id}`, { body: { version: 1, most_rows: null } }),
      await one.ask('GET', '//metrics'),
    ],
    comes: gone,
    counted: 'right',
    trail: { action: 'refused', subject: 'permission' },
  },
  {
    name: 'a part of the operator’s carriers, given by oneself, and more channels for it',
    sample: true,
    does: async ({ hostile: [one], good }) => {
      const part = { name: 'Tự giao', places: ['sip.tu-giao.vn'], max_calls: 500, carrier_calls: 9_000 };
      const guessed = `//admin/carrier/${crypto.randomUUID()}`;
      return [
        await one.ask('GET', '//admin/carriers'),
        await one.ask('POST', '//admin/carrier', { body: { ...part, ma_dn: one.code } }),
        await one.ask('POST', '//admin/carrier', { body: { ...part, ma_dn: good.code } }),
        await one.ask('PUT', guessed, { body: { ...part, version: 1 } }),
        await one.ask('DELETE', guessed),
      ];
    },
    comes: gone,
    counted: 'right',
    trail: { action: 'refused', subject: 'permission' },
    leaves: async ({ superuser }) => {
      const { rows } = await superuser.query("select from carrier_share where name = 'Tự giao'");
      expect(rows).toEqual([]);
    },
  },
  {
    name: 'a whole set-up around another company’s number and people',
    sample: true,
    does: async ({ superuser, hostile: [one], good, rows: { number } }) => {
      const { rows } = await superuser.query<{ id: string }>('select id from extension where tenant_id = $1 limit 1', [
        good.id,
      ]);
      const asked = { template: 'shop', name: 'Nhà họ', member_ids: [rows[0]?.id ?? crypto.randomUUID()] };
      const own = await ownNumber(one, '02873995560');
      return Promise.all(
        ['/set-up/preview', '/set-up'].flatMap((path) =>
          [number, own].map((number_id) =>
            one.ask('POST', `//telephony/partner${path}`, { body: { ...asked, number_id } }),
          ),
        ),
      );
    },
    comes: { status: [404, 409, 422] },
    counted: 'others',
  },
  {
    name: 'settings of phones by addresses that are guessed',
    sample: true,
    does: async ({ hostile: [one] }) => {
      const address = (nth: number) => `//phone-settings/${String(nth).padStart(43, 'x')}/yealink.cfg`;
      return Promise.all(Array.from({ length: 20 }, (_, nth) => one.ask('GET', address(nth))));
    },
    comes: { status: [404, 429] },
    counted: 'not_there',
  },
  {
    name: 'an answer that is kept for another company’s Idempotency-Key',
    does: async ({ good, hostile: [one] }) => {
      const headers = { 'idempotency-key': 'mot-khoa-chung-0001' };
      await good.ask('POST', '/saved-view', {
        headers,
        body: { list: '/departments', name: `${secret} chìa`, address: '' },
      });
      return [
        await one.ask('POST', '/saved-view', { headers, body: { list: '/departments', name: 'Của tôi', address: '' } }),
      ];
    },
    comes: { status: [200] },
    counted: 'nothing is refused',
  },
  {
    name: 'an API key of one’s own at another company, and for more than oneself has',
    does: async ({ good, hostile: [one] }) => {
      const key = await one.ask('POST', '/api-key', { body: { name: 'Khoá', scopes: ['customer.view'] } });
      const { body } = await one.ask('POST', `/api-key/${key.body.id}/secret`);
      const headers = { authorization: `Bearer ${body.secret}` };
      expect((await one.ask('GET', '/customers', { headers })).status).toBe(200);
      return [
        await one.ask('GET', `//api/${good.code}/customers`, { headers }),
        await one.ask('POST', '/customer', { headers, body: { name: 'Khách', phone: '0987000223' } }),
        await one.ask('POST', '/api-key', { headers, body: { name: 'Khoá nữa' } }),
        await one.ask('POST', '/saved-view', { headers, body: { list: '/departments', name: 'Xem', address: '' } }),
      ];
    },
    comes: { status: [403, 404] },
    counted: ['company', 'right'],
    trail: { action: 'refused', subject: 'permission' },
  },
  {
    name: 'one-use links that are guessed',
    does: async ({ hostile: [one] }) =>
      times(20, async () =>
        one.ask('POST', '//identity/one-use-link/use', {
          body: { token: crypto.randomUUID() + crypto.randomUUID(), new_password: 'con-duong-xanh-2026' },
        }),
      ),
    comes: { status: [404, 410, 422, 429] },
    counted: 'sign_in',
  },
  {
    name: 'words that are SQL, in searches, orders and filters',
    sample: true,
    does: async ({ hostile: [one] }) => [
      await one.ask('GET', `/customers?search=${encodeURIComponent("' or tenant_id <> '")}`),
      await one.ask('GET', `/customers?search=${encodeURIComponent('%_%_%_%')}`),
      await one.ask('GET', '/customers?sort=id;drop'),
      await one.ask('GET', `/customers?filter_status=${encodeURIComponent("') or 1=1 --")}`),
      await one.ask('GET', '/customers?tenant_id=1'),
    ],
    comes: { status: [200, 400] },
    counted: 'malformed',
  },
  {
    name: 'changes and deletions of rows by the ids of another company',
    does: async ({ hostile: [one], rows: { customer } }) => [
      await one.ask('POST', '/customers/delete', { body: { rows: [{ id: customer, version: 1 }] } }),
      await one.ask('POST', '/customers/delete-all', { body: { wanted: { ids: [customer] } } }),
      await one.ask('POST', '/customers/used-by', { body: { ids: [customer] } }),
    ],
    comes: { status: [200, 202, 404, 409, 422] },
    counted: 'not_there',
    leaves: async ({ superuser, rows: { customer } }) => {
      const { rowCount } = await superuser.query('select from customer where id = $1', [customer]);
      expect(rowCount).toBe(1);
    },
  },
];
