import { expect } from 'vitest';
import { WebSocket } from 'ws';

import { type Attack, times } from './attack.ts';
import { type Came, type Company, came, secret, type World } from './world.ts';

/** The socket is open, or what was said in its place. */
function opened(
  address: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ came: Came; socket: WebSocket }> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${path}`, { headers });
  return new Promise((resolve) => {
    socket.once('open', () => resolve({ came: came(101, ''), socket }));
    socket.once('unexpected-response', (_, response) => {
      resolve({ came: came(response.statusCode ?? 0, '{"message":"-"}'), socket });
      socket.terminate();
    });
    socket.once('error', () => resolve({ came: came(0, ''), socket }));
  });
}

const ticketOf = async (company: Company) => (await company.ask('POST', '/ws-ticket')).body.ticket ?? '';

const pinged = (socket: WebSocket) =>
  new Promise<void>((resolve) => {
    socket.once('pong', () => resolve());
    socket.once('close', () => resolve());
    socket.ping();
  });

/** Much of the same at once, and live sockets. */
export const floodAttacks: readonly Attack[] = [
  {
    name: 'live topics of another company, by a ticket of one’s own',
    sample: true,
    does: async ({ address, good, hostile: [one] }) => {
      const { came: got, socket } = await opened(address, `/live?ticket=${await ticketOf(one)}`);
      const heard: string[] = [];
      socket.on('message', (data: Buffer) => heard.push(data.toString()));
      socket.send(JSON.stringify({ type: 'subscribe', topics: ['calls', 'presence', 'me', 'resources', 'monitor'] }));
      await pinged(socket);
      const { body } = await good.ask('POST', '/department', { body: { name: `${secret} phòng` } });
      await pinged(socket);
      socket.terminate();
      expect(heard.join('\n')).not.toMatch(new RegExp(`${secret}|${body.id}`));
      return [got];
    },
    comes: { status: [101] },
    counted: 'nothing is refused',
  },
  {
    name: 'tickets that are guessed, used, or another company’s',
    sample: true,
    does: async ({ address, hostile: [one] }) => {
      const ticket = await ticketOf(one);
      const first = await opened(address, `/live?ticket=${ticket}`);
      const others = await Promise.all(
        [ticket, crypto.randomUUID(), '', `${ticket}%00`].map((each) => opened(address, `/live?ticket=${each}`)),
      );
      for (const { socket } of [first, ...others]) socket.terminate();
      return others.map(({ came: each }) => each);
    },
    comes: { status: [0, 400, 401, 403, 404] },
    counted: 'sign_in',
  },
  {
    name: 'sockets by the hundred',
    does: async ({ address, good, hostile: [one] }) => {
      const all = [];
      for (let nth = 0; nth < 40; nth += 1) all.push(await opened(address, `/live?ticket=${await ticketOf(one)}`));
      const own = await opened(address, `/live?ticket=${await ticketOf(good)}`);
      for (const { socket } of [...all, own]) socket.terminate();
      expect(own.came.status).toBe(101);
      expect(all.filter(({ came: { status } }) => status === 101).length).toBe(20);
      return all.map(({ came: each }) => each);
    },
    comes: { status: [101, 429] },
    counted: 'too_much',
  },
  {
    name: 'sockets of events by every spelling of a key',
    sample: true,
    does: async ({ address, hostile: [one] }) => {
      const made = await one.ask('POST', '/api-key', { body: { name: crypto.randomUUID(), scopes: ['events.view'] } });
      const { body } = await one.ask('POST', `/api-key/${made.body.id}/secret`);
      const spelt = (nth: number) =>
        Array.from('bearer', (letter, at) => ((nth >> at) & 1 ? letter.toUpperCase() : letter)).join('');
      const all = await times(32, (nth) =>
        opened(address, `/live/events?company=${one.code}`, { authorization: `${spelt(nth)} ${body.secret}` }),
      );
      for (const { socket } of all) socket.terminate();
      expect(all.filter(({ came: { status } }) => status === 101).length).toBeLessThanOrEqual(20);
      return all.map(({ came: each }) => each);
    },
    comes: { status: [101, 429] },
    counted: 'too_much',
  },
  {
    name: 'sixty tickets at once of one sign-in',
    sample: true,
    does: async ({ hostile: [one] }) => times(60, () => one.ask('POST', '/ws-ticket')),
    comes: { status: [200] },
    counted: 'nothing is refused',
    leaves: async ({ superuser, hostile: [one] }) => {
      const { rows } = await superuser.query(
        'select max(n)::int as most from (select count(*) as n from live_ticket where tenant_id = $1 group by session_id) as of_session',
        [one.id],
      );
      expect(rows).toEqual([{ most: 20 }]);
    },
  },
  {
    name: 'a thousand requests at once of two companies',
    does: async ({ good, hostile }) => {
      const flood = Promise.all(
        hostile.map((each) => times(500, () => each.ask('GET', '/histories-call?per_page=1000'))),
      );
      const asked = await times(5, () => good.ask('GET', '/customers'));
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
      return (await flood).flat();
    },
    comes: { status: [200, 429, 503] },
    counted: 'too_much',
  },
  {
    name: 'more rows than one’s share',
    sample: true,
    does: async ({ superuser, hostile: [one] }) => {
      const share = (most: number | null) =>
        superuser.query('update tenant set most_rows = $2 where id = $1', [one.id, most]);
      await share(1);
      const asked = await times(20, (nth) => one.ask('POST', '/branch', { body: { name: `Thừa ${nth}` } }));
      await share(null);
      return asked;
    },
    comes: { status: [409], says: 'đã dùng hết số dòng dữ liệu được cấp' },
    counted: 'too_much',
    trail: { action: 'refused', subject: 'share' },
  },
  {
    name: 'jobs by the dozen of two companies',
    does: async ({ good, hostile }) => {
      const sheet = (rows: number) => {
        const file = new FormData();
        const lines = Array.from({ length: rows }, (_, nth) => `Khách,09870${String(10_000 + nth)}`);
        file.set('subject', 'customer');
        file.set('file', new Blob([`Tên,Số điện thoại\n${lines.join('\n')}\n`], { type: 'text/csv' }), 'a.csv');
        return file;
      };
      const asked = await Promise.all(
        hostile.map((each) => times(12, () => each.ask('POST', '/imports', { raw: sheet(5_000) }))),
      );
      const own = await good.ask('POST', '/imports', { raw: sheet(1) });
      // Its turn comes while theirs wait.
      const state = async () => /"state":"(\w+)"/.exec((await good.ask('GET', `/job/${own.body.job_id}`)).text)?.[1];
      await expect.poll(state, { timeout: 60_000 }).toBe('waiting');
      return asked.flat();
    },
    comes: { status: [202, 429] },
    counted: 'too_much',
  },
  {
    name: 'uploads that never end',
    does: async ({ address, good, hostile: [one] }) => {
      const leave = new AbortController();
      const slow = times(20, async () => {
        const body = new ReadableStream({
          start: (to) =>
            to.enqueue(
              new TextEncoder().encode(
                '--x\r\ncontent-disposition: form-data; name="subject"\r\n\r\ncustomer\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nTên',
              ),
            ),
        });
        const asked = {
          method: 'POST',
          headers: { authorization: `Bearer ${one.token}`, 'content-type': 'multipart/form-data; boundary=x' },
          body,
          duplex: 'half',
          signal: leave.signal,
        } as const;
        return fetch(`${address}/api/${one.code}/imports`, asked).then(
          async (answer) => came(answer.status, await answer.text()),
          () => came(0, ''),
        );
      });
      const file = new FormData();
      file.set('subject', 'customer');
      file.set('file', new Blob(['Tên,Số điện thoại\nA,0987000444\n'], { type: 'text/csv' }), 'a.csv');
      const own = await good.ask('POST', '/imports', { raw: file });
      expect(own.status).toBe(202);
      leave.abort();
      return slow;
    },
    comes: { status: [0, 429] },
    counted: 'too_much',
    trail: { action: 'refused', subject: 'share' },
  },
  {
    name: 'bots by the dozen, to have all lines',
    does: async ({ good, superuser, hostile: [one] }) => {
      const { rows } = await superuser.query<{ number: string }>(
        'select number from service_number where tenant_id = $1 and enabled limit 1',
        [one.id],
      );
      const script = { voice: 'silent', digits: '', seconds: 5 };
      const body = { from: '0901234567', to: rows[0]?.number ?? '', script };
      const all = await times(30, () => one.ask('POST', '/bot-calls', { body }));
      // Its number leads nowhere, so that none of them stays on the phone; whose do, `bot-caller.test.ts` counts.
      expect((await good.ask('GET', '/bot-calls/numbers')).status).toBe(200);
      return all;
    },
    comes: { status: [200, 409] },
    counted: 'slip',
  },
  {
    name: 'sign-ups by the hundred',
    does: async ({ hostile: [one] }) =>
      times(30, (nth) =>
        one.ask('POST', '//identity/signup/code', {
          body: {
            company: 'Thử',
            ma_dn: `thu-${nth}`,
            name: 'Ai',
            email: `ai${nth}@thu.vn`,
            password: 'con-duong-xanh-2026',
          },
        }),
      ),
    comes: { status: [200, 403, 429] },
    counted: ['sign_in', 'too_much'],
    leaves: async (_: World, all) => {
      expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5);
    },
  },
];
