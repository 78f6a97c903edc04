import type { Attack } from './attack.ts';
import { type Company, goodCarrier, goodNumber, type World } from './world.ts';

const trunk = (company: Company, body: object) =>
  company.ask('POST', '//telephony/partner/trunk', { body: { name: crypto.randomUUID(), ...body } });

/** A carrier of the company's own, made once. */
const ownTrunk = async (company: Company) => {
  const host = `sip.${company.code}.vn`;
  const made = await trunk(company, { host });
  if (made.body.id !== undefined) return made.body.id;
  const { body } = await company.ask('GET', `//telephony/partner/trunks?search=${host}`);
  return body.data?.[0]?.id ?? '';
};

const number = async (company: Company, body: object) =>
  company.ask('POST', '//telephony/partner/service-number', {
    body: { name: 'Số', trunk_id: await ownTrunk(company), ...body },
  });

/** A number of the company's own, made once. */
export async function ownNumber(company: Company, digits: string): Promise<string> {
  const made = await number(company, { name: `Của mình ${digits}`, number: digits });
  if (made.body.id !== undefined) return made.body.id;
  const { body, text } = await company.ask('GET', `//telephony/partner/service-numbers?search=${digits}`);
  const id = body.data?.[0]?.id;
  if (id === undefined) throw new Error(`${made.text} ${text}`);
  return id;
}

const refusedTrunk = { action: 'refused', subject: 'trunk' };
const refusedNumber = { action: 'refused', subject: 'service_number' };

const givenCarrier = 'sip.duoc-giao.vn';

/** The operator gives the good company a part of a carrier. */
async function giveGood({ superuser, good }: World): Promise<void> {
  const id = '0190b6a0-0000-7000-8000-00000000c0de';
  await superuser.query(
    `insert into carrier_share (tenant_id, id, name, numbers, max_calls)
      values ($1, $2, 'Được giao', '{+842873995800-+842873995849}', 2) on conflict do nothing`,
    [good.id, id],
  );
  await superuser.query(
    `insert into assigned_carrier (tenant_id, id, host, share_id)
      select $1, gen_random_uuid(), host, $2 from unnest($3::text[]) as host on conflict do nothing`,
    [good.id, id, [givenCarrier, '125.235.9.0/24']],
  );
}

/** Carriers, numbers and money: what a company may not have because it says so. */
export const numberAttacks: readonly Attack[] = [
  {
    name: 'another company’s carrier, in every spelling and place',
    sample: true,
    does: async ({ hostile: [one, two] }) => [
      await trunk(one, { host: goodCarrier }),
      await trunk(two, { host: goodCarrier.toUpperCase(), kind: 'registration', username: 'x' }),
      await trunk(one, { host: `${goodCarrier}.` }),
      await trunk(one, { host: 'sip.khac.vn', backups: [`${goodCarrier}:5070`] }),
    ],
    comes: { status: [409, 422] },
    counted: 'others',
    trail: refusedTrunk,
  },
  {
    name: 'carriers inside: loopback, private networks, the cloud’s own address, ports of other services',
    sample: true,
    does: async ({ hostile: [one] }) =>
      Promise.all(
        [
          { host: '127.0.0.1' },
          { host: '10.0.0.7' },
          { host: '169.254.169.254' },
          { host: '[::ffff:127.0.0.1]' },
          { host: '2130706433' },
          { host: 'localhost' },
          { host: 'sip.noi.vn', port: 25 },
          { host: 'sip.noi.vn', backups: ['10.0.0.7:5432'] },
        ].map((body) => trunk(one, body)),
      ),
    comes: { status: [422] },
    counted: 'others',
    trail: refusedTrunk,
  },
  {
    name: 'everybody a carrier: networks as wide as the internet',
    does: async ({ hostile: [one] }) =>
      Promise.all(
        [['0.0.0.0/0'], ['::/0'], ['0.0.0.0/1', '128.0.0.0/1'], ['113.160.0.0/16']].map((addresses) =>
          trunk(one, { host: 'sip.rong.vn', addresses }),
        ),
      ),
    comes: { status: [422], says: 'Dải mạng quá rộng' },
    counted: 'others',
    trail: refusedTrunk,
  },
  {
    name: 'another company’s number, in another spelling and another column',
    sample: true,
    does: async ({ hostile: [one, two] }) => {
      const bare = goodNumber.slice(1);
      return [
        await number(one, { number: goodNumber }),
        await number(two, { number: `+84${bare}` }),
        await number(one, { number: `0084${bare}` }),
        await number(one, { number: `84${bare}` }),
        await number(two, { number: '02873995598', carrier_form: goodNumber }),
        await number(two, { number: '02873995598', carrier_form: `84${bare}` }),
      ];
    },
    comes: { status: [409, 422] },
    counted: 'others',
    trail: refusedNumber,
  },
  {
    name: 'somebody’s hotline as what one’s carrier is shown',
    does: async ({ hostile: [one] }) =>
      Promise.all(
        ['18001091', '113', '8418001091', '0901234567'].map((carrier_form) =>
          number(one, { number: '02873995597', carrier_form }),
        ),
      ),
    comes: { status: [422], says: 'Đây là một số khác' },
    counted: 'others',
    trail: refusedNumber,
  },
  {
    name: 'a code spoken at premium and foreign numbers',
    does: async ({ hostile: [one] }) =>
      Promise.all(
        ['19001234', '1900571234', '0019005551234', '+881612345678', '113'].map((phone) =>
          one.ask('POST', '/voice-otp', { body: { phone, code: '1234' } }),
        ),
      ),
    comes: { status: [400, 403, 409, 422] },
    counted: 'others',
    trail: { action: 'refused', subject: 'otp_request' },
  },
  {
    name: 'a proof of another company’s number, and codes of proofs that are guessed',
    sample: true,
    does: async ({ hostile: [one, two] }) => {
      const proofs = '//telephony/partner/number-proof';
      const guessed = `${proofs}/${crypto.randomUUID()}`;
      return [
        await one.ask('POST', proofs, { body: { number: goodNumber } }),
        await two.ask('POST', proofs, { body: { number: `+84 ${goodNumber.slice(1)}` } }),
        await one.ask('GET', guessed),
        await one.ask('POST', guessed, { body: { code: '000000' } }),
      ];
    },
    comes: { status: [404, 409, 422] },
    counted: ['not_there', 'slip'],
  },
  {
    name: 'phones, boxes and PINs of another company',
    sample: true,
    does: async ({ superuser, good, hostile: [one] }) => {
      const idIn = async (table: 'device' | 'voicemail_box' | 'time_condition') => {
        const { rows } = await superuser.query<{ id: string }>(`select id from ${table} where tenant_id = $1 limit 1`, [
          good.id,
        ]);
        // A company without one is asked for one that nobody has.
        return rows[0]?.id ?? crypto.randomUUID();
      };
      const [device, box, condition] = [
        await idIn('device'),
        await idIn('voicemail_box'),
        await idIn('time_condition'),
      ];
      const partner = '//telephony/partner';
      return [
        await one.ask('GET', `/device/${device}/settings`),
        await one.ask('POST', `/device/${device}/password`),
        await one.ask('POST', `/device/${device}/end`),
        await one.ask('PUT', `${partner}/voicemail-box/${box}/pin`, { body: { pin: '4711' } }),
        await one.ask('GET', `${partner}/voicemail-box/${box}/messages`),
        await one.ask('DELETE', `${partner}/voicemail-box/${box}/messages/${crypto.randomUUID()}`),
        await one.ask('PUT', `${partner}/time-condition/${condition}/pin`, { body: { pin: '4711' } }),
      ];
    },
    comes: { status: [404] },
    counted: 'not_there',
  },
  {
    name: 'a bot at another company’s number',
    does: async ({ hostile: [one] }) => [
      await one.ask('POST', '/bot-calls', { body: { from: '0901234567', to: goodNumber } }),
      await one.ask('POST', '/bot-calls', { body: { from: '0901234567', to: 'sip:101@sip.congty.vn' } }),
    ],
    comes: { status: [400, 404, 409, 422] },
    counted: 'slip',
  },
  // Last: its refusals are in words that the trail has once an hour.
  {
    name: 'a carrier and numbers that the operator gave another company',
    sample: true,
    does: async (world) => {
      await giveGood(world);
      const [one, two] = world.hostile;
      return [
        await trunk(one, { host: givenCarrier }),
        await trunk(two, { host: '125.235.9.7' }),
        await trunk(one, { host: 'sip.khac.vn', backups: [`${givenCarrier}:5080`] }),
        await trunk(two, { host: 'sip.khac.vn', addresses: ['125.235.9.0/28'] }),
        await number(one, { number: '02873995800' }),
        await number(two, { number: '+842873995849' }),
        await one.ask('POST', '//admin/carrier', { body: { ma_dn: one.code, name: 'Tự giao', places: ['sip.tu.vn'] } }),
      ];
    },
    comes: { status: [404, 409, 422] },
    counted: ['others', 'right'],
  },
];
