import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { me } from '@alo/contract';
import { type RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { goodNumber, type World } from '../../../apps/server/testing/hostile/world.ts';
import type { DeskPhone } from '../../e2e/support/desk-phones.ts';
import { operate } from '../../e2e/support/operator.ts';
import type { Product } from '../../e2e/support/product.ts';
import { until } from '../../e2e/support/until.ts';

interface Stage {
  readonly product: Product;
  readonly world: World;
  readonly lan: DeskPhone;
  readonly minh: DeskPhone;
}

type Phone = TestPhone<RtpAudio>;
type Call = Awaited<ReturnType<Phone['nextCall']>>;

/** Where carriers of the two are: the operator has assigned each its own. */
const [goodAt, badAt, nobodyAt] = ['127.0.0.6', '127.0.0.7', '127.0.0.66'] as const;
const badNumber = '02873995777';
const forwardedNumber = '02873995778';

/** A hostile company has a phone and a carrier of its own; the good one's carrier has brought it a call, and they talk. */
export function hostilePhones(stage: () => Stage): void {
  let product: Product;
  let carrier: Phone;
  let badCarrier: Phone;
  let bad: Phone;
  /** The call of the good company, as its carrier has it and as Lan has it. */
  let outside: Call;
  let inside: Call;
  let goodDomain = '';
  let account: Awaited<ReturnType<typeof accountOf>>;

  beforeAll(async () => {
    const { world, lan } = stage();
    ({ product } = stage());
    const server = { transport: 'udp', host: '127.0.0.1', port: product.sipPort } as const;
    carrier = await TestPhone.rtp({ server: { ...server, from: goodAt }, domain: goodAt, user: 'c', password: '' });
    badCarrier = await TestPhone.rtp({ server: { ...server, from: badAt }, domain: badAt, user: 'c', password: '' });
    await leadCalls(world, world.good, { at: carrier.hostPort, number: '02873995502' });
    await leadCalls(world, world.hostile[0], { at: badCarrier.hostPort, number: badNumber });
    account = await accountOf(world);
    bad = await TestPhone.rtp({ server, ...account });
    await until('101 is known to the switch', async () => (await bad.stayRegistered()).status === 200);
    const { rows } = await world.superuser.query('select sip_domain from tenant where id = $1', [world.good.id]);
    goodDomain = rows[0].sip_domain;
    // The new numbers are known to the switch a moment after they were saved.
    await until('the carrier’s call is taken', async () => {
      outside = await carrier.call('02873995502');
      const rung = await lan.phone.nextCall(3_000).catch(() => undefined);
      if (rung !== undefined) inside = rung;
      return rung !== undefined;
    });
    await inside.answer();
    await outside.until('talking');
  });

  afterAll(() => {
    for (const phone of [carrier, badCarrier, bad]) phone?.close();
  });

  /** Assigned by the operator, with a number that rings 101 and a way out. */
  async function leadCalls(
    world: World,
    company: World['good'],
    { at, number }: { at: string; number: string },
  ): Promise<void> {
    const [host = '', port] = at.split(':');
    await operate(product.dataFolder, 'carrier', 'assign', '--company', company.code, '--host', host);
    const made = async (path: string, body: object) => {
      const { status, body: row, text } = await company.ask('POST', `//telephony/partner/${path}`, { body });
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      return row.id ?? '';
    };
    if (company !== world.good) await made('subscriber', { number: '101', name: 'Máy' });
    const trunk_id = await made('trunk', { name: host, host, port: Number(port), check_seconds: 0 });
    const service_number_id = await made('service-number', { name: number, number, trunk_id });
    await proven(world, company, service_number_id);
    const to = { destination: { type: 'direct', value: '101' } };
    await made('inbound', { name: number, priority: 1, service_number_id, ...to });
    if (company === world.good) {
      const spare = await made('service-number', { name: 'Của Minh', number: '02873995503', trunk_id });
      await made('inbound', {
        name: 'Của Minh',
        priority: 1,
        service_number_id: spare,
        destination: { type: 'direct', value: '104' },
      });
      return;
    }
    await made('outbound', { name: 'Ra', priority: 1, pattern: '*', routes: [{ service_number_id }] });
  }

  /** Whoever runs the installation says that the number is the company's: nothing is shown outside before. */
  async function proven({ operator }: World, { code }: World['good'], id: string): Promise<void> {
    const { status, text } = await operator.ask('PUT', `//admin/number/${id}`, { body: { ma_dn: code } });
    if (status !== 200) throw new Error(`${id}: ${status} ${text}`);
  }

  /** The hostile super-admin sits at extension 101 of their own. */
  async function accountOf({ hostile: [one] }: World) {
    const { body } = await one.ask('GET', '/accounts');
    const { data: [admin] = [] } = body;
    const { status, text: refusal } = await one.ask('PUT', `/account/${admin?.id}`, {
      body: { ...admin, extension: '101' },
    });
    if (status !== 200) throw new Error(refusal);
    const { text } = await one.ask('GET', me.path);
    const { softphone } = me.result.parse(JSON.parse(text));
    if (softphone === null) throw new Error('101 has no phone');
    const { domain_telecom: domain, username_telecom: user, password_telecom: password } = softphone;
    return { domain, user, password };
  }

  /** A request in the good company's dialog with its carrier, word for word as the carrier would send it. */
  function inDialog(method: string, more: readonly string[] = []): string {
    const { dialog } = outside;
    if (dialog === undefined) throw new Error('there is no dialog');
    return asText(
      `${method} ${dialog.remoteTarget} SIP/2.0`,
      `From: <sip:x@x>;tag=${dialog.localTag}`,
      `To: <sip:y@y>;tag=${dialog.remoteTag}`,
      `Call-ID: ${dialog.callId}`,
      `CSeq: ${dialog.localSeq + 7} ${method}`,
      ...more,
    );
  }

  const nobodyDoes: Readonly<Record<string, () => Promise<readonly number[]>>> = {
    'BYE in another company’s call, with all its tags, from a carrier and a phone of one’s own': async () => [
      await said(badAt, inDialog('BYE')),
      await said('127.0.0.1', inDialog('BYE')),
      await said(nobodyAt, inDialog('BYE')),
    ],
    'INVITE anew in another company’s call, and REFER out of it': async () => [
      await said(badAt, inDialog('INVITE', ['Contact: <sip:x@127.0.0.7:9>'])),
      await said(badAt, inDialog('REFER', ['Refer-To: <sip:0912345678@x>', 'Contact: <sip:x@127.0.0.7:9>'])),
      await said(badAt, inDialog('UPDATE', ['Contact: <sip:x@127.0.0.7:9>'])),
    ],
    'Replaces of another company’s call, by both its names': async () => {
      const { dialog } = outside;
      const { dialog: ours } = inside;
      return Promise.all(
        [dialog, ours].map(async (one) => {
          const value = `${one?.callId};to-tag=${one?.remoteTag};from-tag=${one?.localTag}`;
          return ended(await bad.call('102', { headers: [{ name: 'replaces', value }] }));
        }),
      );
    },
    'the own password at another company’s domain: register, call, hear of its lamps': async () => {
      const server = { transport: 'udp', host: '127.0.0.1', port: product.sipPort } as const;
      const { user, password } = account;
      const phone = await TestPhone.rtp({ server, domain: goodDomain, user, password });
      const lamps = await phone.subscribe('101', 'dialog').catch(() => undefined);
      const all = [(await phone.register()).status, await ended(await phone.call('101'))];
      expect(lamps?.unread ?? 0).toBe(0);
      phone.close();
      return all;
    },
    'another company’s number, brought by a carrier of one’s own': async () => [
      await ended(await badCarrier.call('02873995502')),
      await ended(await badCarrier.call(goodNumber)),
    ],
    'codes of another company: parked places, pick-up, conferences': async () =>
      Promise.all(['*8', '*8101', '700', '701', '702', '800'].map(async (code) => ended(await bad.call(code)))),
  };

  test.each(Object.entries(nobodyDoes))('nobody does %s', async (_name, does) => {
    const statuses = await does();
    expect(statuses.filter((status) => status !== 0 && status < 400)).toEqual([]);
    await stillTalking();
  });

  test('another company’s number is no caller id: the own carrier is shown the own number', async () => {
    const asserted = { name: 'p-asserted-identity', value: '<sip:02873995502@x>' };
    const calling = await bad.call('0912345678', { from: '101', headers: [asserted] });
    const call = await badCarrier.nextCall();
    expect(JSON.stringify(call.invite?.headers)).not.toContain('2873995502');
    expect(call.from?.uri).toContain('2873995777');
    call.reject(486);
    await ended(calling);
    await stillTalking();
  });

  test('a bot that calls as another company’s hotline is shown outside by the own number, where a customer’s number passes', async () => {
    const { world } = stage();
    const [one] = world.hostile;
    const given = ['--company', one.code, '--host', badAt, '--passes-callers'];
    await operate(product.dataFolder, 'carrier', 'assign', ...given);
    const saved = async (method: 'POST' | 'PUT', path: string, body: object) => {
      const { status, body: row, text } = await one.ask(method, `//telephony/partner/${path}`, { body });
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      return row;
    };
    const { body: trunks } = await one.ask('GET', '//telephony/partner/trunks');
    const trunk = trunks.data?.find(({ name }) => name === badAt);
    await saved('PUT', `trunk/${trunk?.id}`, { ...trunk, passes_callers: true });
    const number = { name: 'Chuyển ra', number: forwardedNumber, trunk_id: trunk?.id };
    const { id: service_number_id = '' } = await saved('POST', 'service-number', number);
    await proven(world, one, service_number_id);
    const destination = { type: 'fw', value: 'customer/0912345678' };
    await saved('POST', 'inbound', { name: 'Chuyển ra', priority: 1, service_number_id, destination });

    const hotline = goodNumber;
    let shown = '';
    // Who really calls is shown: the way out is open, so that the bot's number is kept back for what it is.
    await until('a customer’s number passes', async () => {
      const calling = await badCarrier.call(forwardedNumber, { from: '0987654321' });
      const led = await badCarrier.nextCall(3_000).catch(() => undefined);
      shown = led?.from?.uri ?? '';
      led?.reject(486);
      await (led === undefined ? calling.leave() : ended(calling));
      return shown.includes('987654321');
    });
    const { status, text } = await one.ask('POST', '/bot-calls', { body: { from: hotline, to: forwardedNumber } });
    expect([status, text]).toEqual([200, expect.stringContaining('id')]);
    const call = await badCarrier.nextCall();
    expect(JSON.stringify(call.invite?.headers)).not.toContain(hotline.replace(/^0/, ''));
    expect(call.from?.uri).toContain(badNumber.replace(/^0/, ''));
    call.reject(486);
    await stillTalking();
  });

  test('a company has the channels that it was given of the operator’s carrier, and no more by a second trunk', async () => {
    const { world } = stage();
    const [one] = world.hostile;
    const share = '0190b6a0-0000-7000-8000-00000000beef';
    await world.superuser.query(
      "insert into carrier_share (tenant_id, id, name, max_calls) values ($1, $2, 'Một kênh', 1)",
      [one.id, share],
    );
    await world.superuser.query('update assigned_carrier set share_id = $2 where tenant_id = $1 and host = $3', [
      one.id,
      share,
      badAt,
    ]);
    const [host, port] = badCarrier.hostPort.split(':');
    const second = { name: 'Đường thứ hai', host, port: Number(port), check_seconds: 0 };
    const made = await one.ask('POST', '//telephony/partner/trunk', { body: second });
    expect([made.status, made.text]).toEqual([200, expect.stringContaining(badAt)]);

    const withoutRoom = async () => {
      const { rows } = await world.superuser.query<{ n: number }>(
        "select count(*)::int as n from call where tenant_id = $1 and cause = 'limit'",
        [one.id],
      );
      return rows[0]?.n ?? 0;
    };
    const ledOn = (call: Call) =>
      until('the call is led on or refused', async () =>
        call.state === 'ended' ? 'nowhere' : badCarrier.nextCall(50).catch(() => undefined),
      );
    // What was saved is known to the switch a moment later: until then the carrier has both calls.
    await until('one call has the channel, and another one none', async () => {
      const before = await withoutRoom();
      const first = await bad.call('0912345678');
      const taken = await ledOn(first);
      if (taken === 'nowhere') return false;
      const second = await bad.call('0987654321');
      const led = await ledOn(second);
      if (led !== 'nowhere') led.reject(486);
      taken.reject(486);
      for (const call of [first, second]) expect(await ended(call)).toBeGreaterThanOrEqual(400);
      if (led !== 'nowhere') return false;
      await until('the history says why', async () => (await withoutRoom()) > before);
      return true;
    });
    await stillTalking();
  });

  test('a stranger’s thousands of registrations end no call and keep nobody from ringing', async () => {
    const { minh } = stage();
    const socket = createSocket('udp4');
    socket.bind(0, nobodyAt);
    await once(socket, 'listening');
    for (let nth = 0; nth < 4_000; nth += 1) {
      const text = asText(
        `REGISTER sip:${goodDomain} SIP/2.0`,
        `From: <sip:101@${goodDomain}>;tag=${nth}`,
        `To: <sip:101@${goodDomain}>`,
        `Call-ID: ${nth}`,
        'CSeq: 1 REGISTER',
        'Contact: <sip:x@127.0.0.66:9>',
      );
      socket.send(text, product.sipPort, '127.0.0.1');
      if (nth % 200 === 0) await sleep(1);
    }
    const calling = await carrier.call('02873995503');
    const rung = await minh.phone.nextCall();
    rung.reject(486);
    expect(await ended(calling)).toBe(486);
    socket.close();
    await stillTalking();
  });

  test('the guard bites: the same words of the carrier that has the call end it', async () => {
    expect(await said(goodAt, inDialog('BYE'))).toBe(200);
    await inside.until('ended');
  });

  async function stillTalking(): Promise<void> {
    expect([outside.state, inside.state]).toEqual(['talking', 'talking']);
    outside.audio.speak(600);
    await until('Lan hears the customer', () => inside.audio.level(600) > 0.2);
    outside.audio.speak(0);
  }

  /** The status of the final answer to a request that comes from there; 0 where there is none. */
  async function said(from: string, text: string): Promise<number> {
    const socket = createSocket('udp4');
    socket.bind(0, from);
    await once(socket, 'listening');
    const answer = new Promise<number>((resolve) => {
      socket.on('message', (bytes) => {
        const status = Number(/^SIP\/2\.0 (\d{3})/.exec(String(bytes))?.[1]);
        if (status >= 200) resolve(status);
      });
    });
    socket.send(text.replaceAll('@PORT', String(socket.address().port)), product.sipPort, '127.0.0.1');
    const status = await Promise.race([answer, sleep(2_000, 0)]);
    socket.close();
    return status;
  }
}

async function ended(call: Call): Promise<number> {
  await call.until('ended');
  return call.status ?? 0;
}

let branches = 0;
const asText = (start: string, ...headers: readonly string[]): string => {
  branches += 1;
  const via = `Via: SIP/2.0/UDP 127.0.0.1:@PORT;rport;branch=z9hG4bK-x${branches}`;
  return [start, via, 'Max-Forwards: 70', ...headers, 'Content-Length: 0', '', ''].join('\r\n');
};
