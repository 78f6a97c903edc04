import { expect } from 'vitest';

import type { Attack } from './attack.ts';
import { secret } from './world.ts';

const nowhere = { status: [404, 422] };

/** Outreach, quality and systems of others: what companies do all day with rows and addresses that are not theirs. */
export const workAttacks: readonly Attack[] = [
  {
    name: 'messages to another company’s customers, by their page and their call',
    sample: true,
    does: async ({ hostile: [one], rows: { customer, call } }) => {
      const provider = await one.ask('POST', '/message-provider', { body: { name: 'Thử', channel: 'sms', url: '' } });
      const words = { name: 'Mẫu', text: 'Chào', provider_id: provider.body.id };
      const template = await one.ask('POST', '/message-template', { body: words });
      expect([provider.status, template.status, template.body.fields]).toEqual([200, 200, undefined]);
      const body = { template_id: template.body.id };
      return [
        await one.ask('POST', `/customer/${customer}/message`, { body }),
        await one.ask('POST', `/customer/${customer}/message`, { body: { ...body, call_id: call } }),
      ];
    },
    comes: nowhere,
    counted: 'not_there',
  },
  {
    name: 'automations, campaigns and sampling over another company’s people and customers',
    sample: true,
    does: async ({ superuser, good, hostile: [one], rows: { customer } }) => {
      const { rows } = await superuser.query<{ id: string }>('select id from account where tenant_id = $1 limit 1', [
        good.id,
      ]);
      const person = rows[0]?.id;
      const act = (action: object) => ({ name: crypto.randomUUID(), trigger: 'call.missed', actions: [action] });
      const own = await one.ask('POST', '/automation', { body: act({ kind: 'bell', text: 'Của mình' }) });
      expect([own.status, own.body.fields]).toEqual([200, undefined]);
      return [
        await one.ask('POST', '/automation', { body: act({ kind: 'mail', account_id: person, text: 'Lộ' }) }),
        await one.ask('POST', '/automation', { body: act({ kind: 'owner', account_id: person }) }),
        await one.ask('POST', '/automation', { body: { ...act({ kind: 'bell', text: 'Lộ' }), team_id: customer } }),
      ];
    },
    comes: nowhere,
    counted: 'not_there',
  },
  {
    name: 'scores of another company’s call, and the report of its people',
    sample: true,
    does: async ({ hostile: [one], rows: { call } }) => [
      await one.ask('GET', `/histories-call/${call}/evaluations`),
      await one.ask('GET', `/evaluations/${call}`),
      await one.ask('POST', `/evaluations/${call}/agree`, { body: {} }),
      await one.ask('POST', `/evaluations/${call}/dispute`, { body: { reason: 'Không phải của tôi' } }),
      await one.ask('POST', '/evaluations', { body: { call_id: call, sheet_id: crypto.randomUUID() } }),
    ],
    comes: nowhere,
    counted: 'not_there',
  },
  {
    name: 'surveys, forecasts and figures of another company by their ids',
    sample: true,
    does: async ({ hostile: [one], rows: { customer } }) => [
      await one.ask('GET', `/survey-campaign/${customer}/results`),
      await one.ask('GET', `/survey-campaign/${customer}/responses`),
      await one.ask('GET', `/survey-campaign/${customer}/heard`),
      await one.ask('GET', `/staffing/forecast?queue_id=${customer}`),
      await one.ask('GET', `/automation/${customer}/log`),
    ],
    comes: nowhere,
    counted: 'not_there',
  },
  {
    name: 'events of another company, by a sign-in and by a key of one’s own',
    sample: true,
    does: async ({ good, hostile: [one, two] }) => {
      const made = await two.ask('POST', '/api-key', { body: { name: crypto.randomUUID(), scopes: ['events.view'] } });
      const { body } = await two.ask('POST', `/api-key/${made.body.id}/secret`);
      const headers = { authorization: `Bearer ${body.secret}` };
      return [
        await one.ask('GET', `//api/${good.code}/events?after=0`),
        await two.ask('GET', `//api/${good.code}/events?after=0`, { headers }),
      ];
    },
    comes: { status: [404] },
    counted: 'company',
  },
  {
    name: 'a CRM inside our network, tried as a call would',
    sample: true,
    does: async ({ hostile: [one] }) => {
      await one.ask('POST', '/company-crm/secret');
      const asked = [];
      for (const crm_lookup_url of ['https://127.0.0.1/crm', 'https://169.254.169.254/latest', 'https://10.0.0.7/']) {
        const kept = await one.ask('PUT', '/update-system-setting', { body: { crm_lookup_url } });
        expect(kept.status).toBe(200);
        asked.push(await one.ask('POST', '/company-crm/try', { body: { phone: '0901234567' } }));
      }
      await one.ask('PUT', '/update-system-setting', { body: { crm_lookup_url: '' } });
      return asked;
    },
    comes: { status: [200], says: '"ok":false' },
    counted: 'inside',
    trail: { action: 'refused', subject: 'system_setting' },
  },
  {
    name: 'every page one that may show the phone: no page, any page, our own pages',
    sample: true,
    does: async ({ hostile: [one] }) => {
      const origins = ['*', 'https://*', 'null', 'javascript:alert(1)', 'https://*.congty.vn', "https://x.vn 'self'"];
      const asked = [];
      for (const page of [...origins, 'https://x.vn;script-src *', 'https://x.vn/duong-dan', 'file:///etc']) {
        asked.push(await one.ask('PUT', '/update-system-setting', { body: { phone_origins: [page] } }));
      }
      return asked;
    },
    comes: { status: [422] },
    counted: 'slip',
    leaves: async ({ address, hostile: [one] }) => {
      const { headers } = await fetch(`${address}/embedded-phone?page=${encodeURIComponent('https://la.vn')}`);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      await one.ask('PUT', '/update-system-setting', { body: { phone_origins: [] } });
    },
  },
  {
    name: 'rows of another company in one’s bulk changes and exports',
    sample: true,
    does: async ({ hostile: [one], rows: { customer } }) => {
      const asked = [
        await one.ask('GET', `/customers/export?ids=${customer}&format=csv`),
        await one.ask('GET', `/customers?ids=${customer}`),
      ];
      for (const { text } of asked) expect(text).not.toContain(secret);
      return asked;
    },
    comes: { status: [200, 202, 400, 404] },
    counted: 'malformed',
  },
];
