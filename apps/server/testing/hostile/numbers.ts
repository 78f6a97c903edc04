import type { Attack } from './attack.ts';
import { type Company, goodCarrier, goodNumber } from './world.ts';

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

const refusedTrunk = { action: 'refused', subject: 'trunk' };

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
  },
  {
    name: 'a bot at another company’s number',
    does: async ({ hostile: [one] }) => [
      await one.ask('POST', '/bot-calls', { body: { from: '0901234567', to: goodNumber } }),
      await one.ask('POST', '/bot-calls', { body: { from: '0901234567', to: 'sip:101@sip.congty.vn' } }),
    ],
    comes: { status: [400, 404, 409, 422] },
  },
];
