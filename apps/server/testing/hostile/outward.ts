import { expect } from 'vitest';

import { sheetAddressOf } from '../../src/features/sheets/google-sheet.ts';
import type { Attack } from './attack.ts';

const inside = [
  'http://127.0.0.1/',
  'https://127.0.0.1:5432/',
  'https://10.0.0.7/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/latest/meta-data',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
  'https://user:pass@127.0.0.1/',
];

/** What the product is asked to connect to for a company. */
export const outwardAttacks: readonly Attack[] = [
  {
    name: 'a sign-in provider inside our network',
    does: async ({ hostile: [one] }) => {
      const roles = await one.ask('GET', '/roles?search=super-admin');
      const role_id = roles.body.data?.[0]?.id;
      const asked = [];
      for (const [nth, issuer] of inside.entries()) {
        const body = { name: 'X', issuer, client_id: 'x', client_secret: 'x', active: true, role_id, version: nth };
        const kept = await one.ask('PUT', '/sign-in-provider', { body });
        asked.push(kept.status === 200 ? await one.ask('POST', '/sign-in-provider/try') : kept);
      }
      return asked;
    },
    comes: { status: [200, 400, 409, 422] },
    counted: 'inside',
    trail: { action: 'refused', subject: 'sign_in_provider' },
    leaves: async (_, all) => {
      for (const { text } of all) expect(text).not.toContain('"ok":true');
    },
  },
  {
    name: 'a directory inside our network, and ports of other services',
    does: async ({ hostile: [one] }) => {
      const asked = [];
      const places = [...inside.map((url) => [new URL(url).hostname.replace(/^\[|\]$/g, ''), 636]), ['8.8.8.8', 25]];
      for (const [nth, [host, port]] of places.entries()) {
        const way = { finds_by: 'pattern', dn_pattern: 'uid={username}', security: 'starttls' };
        const kept = await one.ask('PUT', '/ldap-server', { body: { name: 'X', host, port, ...way, version: nth } });
        asked.push(kept.status === 200 ? await one.ask('POST', '/ldap-server/try', { body: {} }) : kept);
      }
      return asked;
    },
    comes: { status: [200, 409, 422, 429] },
    counted: 'inside',
    trail: { action: 'refused', subject: 'ldap_server' },
    leaves: async (_, all) => {
      for (const { text } of all) expect(text).not.toContain('"ok":true');
    },
  },
  {
    name: 'a webhook inside our network',
    does: async ({ hostile: [one] }) => {
      const asked = [];
      for (const url of inside) {
        const made = await one.ask('POST', '/webhook', { body: { name: url, url, events: ['call.ended'] } });
        asked.push(made);
        if (made.body.id === undefined) continue;
        // What nobody could check the sender of is not sent at all.
        await one.ask('POST', `/webhook/${made.body.id}/secret`);
        await one.ask('POST', `/webhook/${made.body.id}/test`);
      }
      return asked;
    },
    // What it may be is looked at where it is sent, by a worker: a name leads elsewhere tomorrow.
    comes: { status: [200, 422] },
    counted: 'inside',
    trail: { action: 'refused', subject: 'webhook' },
    leaves: async ({ superuser, hostile: [one] }) => {
      const { rows } = await superuser.query(
        `select state, attempts from webhook_delivery where tenant_id = $1 and state = 'delivered'`,
        [one.id],
      );
      expect(rows).toEqual([]);
    },
  },
  {
    name: 'a spreadsheet that is no spreadsheet of Google’s',
    does: async ({ hostile: [one] }) => {
      const { body: people } = await one.ask('GET', '/accounts');
      const user_id = people.data?.[0]?.id;
      return Promise.all(
        ['../../evil', 'https://127.0.0.1/x', 'x?y=1#', '..', '/d/@evil.vn'].map((sheet_id) => {
          const leads = sheetAddressOf({ sheet_id, sheet_name: 'A' }, 'https://docs.google.com').url;
          expect(new URL(leads).origin).toBe('https://docs.google.com');
          return one.ask('POST', '/data-source', {
            body: { name: crypto.randomUUID(), kind: 'google-sheet', sheet_id, sheet_name: 'A', user_id },
          });
        }),
      );
    },
    // Kept as written; where it leads is Google's, whatever it says.
    comes: { status: [200, 422] },
    counted: 'slip',
  },
  {
    name: 'headers of letters, in names and addresses',
    sample: true,
    does: async ({ hostile: [one] }) => {
      const roles = await one.ask('GET', '/roles?search=super-admin');
      const role_id = roles.body.data?.[0]?.id;
      return [
        await one.ask('POST', '/account', {
          body: { name: 'Ai', email: 'a@x.vn\r\nBcc: moi-nguoi@x.vn', role_id },
        }),
        await one.ask('POST', '/account', { body: { name: 'Ai', email: 'a@x.vn, b@x.vn', role_id } }),
        await one.ask('POST', '//identity/forgot-password', {
          body: { ma_dn: one.code, email: 'a@x.vn\nBcc: b@x.vn' },
        }),
      ];
    },
    comes: { status: [422] },
    counted: 'slip',
  },
];
