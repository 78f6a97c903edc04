import { companyShares, limitOf, overShareWords, type ShareName } from '@alo/contract';
import { expect } from 'vitest';

import { type Attack, times } from './attack.ts';
import { type Came, type Company, trailOf, type World } from './world.ts';

const told = { action: 'refused', subject: 'share' };

/** What a company does that has this much of a share, and wants more. Each is in its trail once, however often it is tried. */
function beyond(
  share: ShareName,
  most: number,
  does: (one: Company, world: World) => Promise<readonly Came[]>,
): Attack {
  const column = limitOf(share);
  return {
    name: `more than one’s share: ${share}`,
    sample: true,
    async does(world) {
      const { superuser, hostile } = world;
      const [one] = hostile;
      const set = (limit: number | null) =>
        superuser.query(`update tenant set ${column} = $2 where id = $1`, [one.id, limit]);
      await set(most);
      try {
        return await does(one, world);
      } finally {
        await set(null);
      }
    },
    comes: { status: [409], says: overShareWords(share, most).split('.')[0] ?? '' },
    counted: 'too_much',
    trail: told,
    leaves: async (world) => {
      const { rows } = await world.superuser.query<{ n: number }>(
        `select count(*)::int as n from audit
          where tenant_id = $1 and action = 'refused' and subject = 'share' and subject_id = $2`,
        [world.hostile[0].id, share],
      );
      expect([share, rows]).toEqual([share, [{ n: 1 }]]);
      expect(await trailOf(world, world.good, told.action, told.subject)).toBe(0);
    },
  };
}

const sheet = () => {
  const file = new FormData();
  file.set('subject', 'customer');
  file.set('file', new Blob(['Tên,Số điện thoại\nA,0987000777\n'], { type: 'text/csv' }), 'a.csv');
  return file;
};

const webhook = (nth: number) => ({ name: `Thừa ${nth}`, url: 'https://nhan.vn/a', events: ['call.ended'] });

/** Each share that is refused in words, by a company that wants more of it. Those of turns are in the floods. */
export const shareAttacks: readonly Attack[] = [
  beyond('webhooks', 1, async (one) => {
    await one.ask('POST', '/webhook', { body: webhook(0) });
    return times(10, (nth) => one.ask('POST', '/webhook', { body: webhook(nth + 1) }));
  }),
  beyond('automations', 1, async (one) => {
    const body = (nth: number) => ({
      name: `Thừa ${nth}`,
      active: true,
      trigger: 'call.missed',
      actions: [{ kind: 'bell', text: 'Có cuộc gọi nhỡ' }],
    });
    const first = await one.ask('POST', '/automation', { body: body(0) });
    expect([first.status, first.body.fields]).toEqual([200, undefined]);
    return times(10, (nth) => one.ask('POST', '/automation', { body: body(nth + 1) }));
  }),
  beyond('letters', 4, async (one, { superuser }) => {
    await superuser.query('update tenant set letters = 4, letters_on = current_date where id = $1', [one.id]);
    const { body } = await one.ask('GET', '/accounts');
    const id = body.data?.[0]?.id;
    return times(10, () => one.ask('POST', `/account/${id}/reset-password`));
  }),
  beyond('blocked', 1, async (one) => {
    const block = (nth: number) =>
      one.ask('POST', '//telephony/partner/blocked-incoming-number', {
        body: { kind: 'number', value: `090123450${nth}` },
      });
    await block(0);
    return times(5, (nth) => block(nth + 1));
  }),
  beyond('bytes', 1, (one) => times(5, () => one.ask('POST', '/imports', { raw: sheet() }))),
  beyond('waiting_jobs', 3, async (one, { superuser }) => {
    await superuser.query(
      `insert into job (tenant_id, id, account_id, kind, title, permission)
        select $1, gen_random_uuid(), account.id, 'bulk', 'Chờ', 'customer.view'
        from account, generate_series(1, 3) where account.tenant_id = $1 limit 3`,
      [one.id],
    );
    const asked = await times(5, () => one.ask('POST', '/imports', { raw: sheet() }));
    await superuser.query("delete from job where tenant_id = $1 and title = 'Chờ'", [one.id]);
    return asked;
  }),
  {
    name: 'letters for forgotten passwords, asked for a hundred times by nobody',
    sample: true,
    does: async ({ superuser, good, hostile: [one] }) => {
      const { rows } = await superuser.query<{ email: string }>('select email from account where tenant_id = $1', [
        good.id,
      ]);
      const all = await times(100, (nth) =>
        one.ask('POST', '//identity/forgot-password', {
          body: { ma_dn: good.code, email: rows[nth % rows.length]?.email ?? '' },
        }),
      );
      // Letters are written behind the answers.
      expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(50);
      return all;
    },
    comes: { status: [200, 429] },
    counted: 'too_much',
  },
  {
    name: 'how much one may have, said by oneself in every way that there is',
    sample: true,
    does: async ({ hostile: [one], good }) => {
      const limits = Object.fromEntries(Object.keys(companyShares).map((share) => [`most_${share}`, 1_000]));
      return [
        await one.ask('PUT', `//admin/share/${one.id}`, { body: { version: 1, ...limits } }),
        await one.ask('PUT', `//admin/share/${good.id}`, { body: { version: 1, ...limits } }),
        await one.ask('GET', '//admin/shares?search=a'),
      ];
    },
    comes: { status: [404] },
    counted: 'right',
    leaves: async ({ superuser, hostile: [one] }) => {
      const { rows } = await superuser.query('select most_calls, most_bots from tenant where id = $1', [one.id]);
      expect(rows).toEqual([{ most_calls: null, most_bots: null }]);
    },
  },
];
