import { hash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { wavOf } from '../../apps/server/src/audio/wav.ts';

/** A company that does its worst, and what it has for that. */
export interface Hostile {
  readonly code: string;
  readonly domain: string;
  /** Of its people's sessions. */
  readonly tokens: readonly string[];
  /** SIP passwords of the same people. */
  readonly passwords: readonly string[];
  /** How its numbers begin; an extension follows. */
  readonly prefix: string;
  readonly carrier: { readonly host: string; readonly port: number };
  /** Where those come from who know its domain, and prove nothing. */
  readonly strangerAt: string;
}

/** What came of each try, by what was tried. */
export type Note = (what: string, came: string) => void;

interface Asked {
  readonly body?: Buffer;
  readonly type?: string;
}

/** So many connections of one company at once, besides its sockets and slow uploads. */
const CONNECTIONS = 60;
const agent = new Agent({ keepAlive: true, maxSockets: 4 * CONNECTIONS });

/** Everything that a company can ask for by HTTP, all at once and again and again until it is over. */
export async function worstRequests(
  { code, tokens }: Hostile,
  { address, receiver, over, note }: { address: string; receiver: number; over: AbortSignal; note: Note },
): Promise<void> {
  const base = `/api/${code}`;
  let asked = 0;
  const tokenNow = () => tokens[asked++ % tokens.length] ?? '';
  const ask = (what: string, method: string, path: string, given: Asked & { token?: string } = {}) =>
    answered(`${address}${path}`, method, { token: tokenNow(), ...given }, over).then((answer) => {
      note(what, String(answer.status));
      return answer.text;
    });
  const json = (body: object): Asked => ({ body: Buffer.from(JSON.stringify(body)), type: 'application/json' });
  const made = async (path: string, body: object) => idIn(await ask('settings', 'POST', path, json(body)));
  const again = (loops: number, work: () => Promise<unknown>) =>
    Array.from({ length: loops }, async () => {
      while (!over.aborted) await work().catch(() => sleep(20)); // The connection was cut: it is made anew.
    });

  const key = await made(`${base}/api-key`, {
    name: crypto.randomUUID(),
    scopes: ['customer.view'],
    requests_per_minute: 6_000,
  });
  const secret = secretIn(await ask('settings', 'POST', `${base}/api-key/${key}/secret`, json({})));
  const url = `http://127.0.0.1:${receiver}/treo`;
  for (const event of ['departments.changed', 'call.ended']) {
    await made(`${base}/webhook`, { name: crypto.randomUUID(), url, events: [event] });
  }
  const askList = (path: string) => ask(`GET ${path.split('?')[0]}`, 'GET', `${base}${path}`);
  let page = 0;
  const path = () => worstPaths[page++ % worstPaths.length]?.replace('PAGE', String(1 + (page % 90))) ?? '';
  await Promise.all([
    ...again(24, () => askList(path())),
    ...again(4, () => ask('lists by a key', 'GET', `${base}/customers?per_page=1000`, { token: secret })),
    ...again(4, () => ask('tokens that are none', 'GET', `${base}/customers`, { token: noToken(asked) })),
    ...again(4, () => ask('changes', 'POST', `${base}/department`, json({ name: crypto.randomUUID() }))),
    ...again(4, () => ask('passwords', 'POST', '/identity/login/tenant', json(guess(code)))),
    ...again(3, async () => {
      const { job_id: id } = ticketIn(await ask('exports', 'GET', `${base}/histories-call/export?format=xlsx`));
      if (id !== undefined) await jobOver(() => ask('jobs', 'GET', `${base}/job/${id}`), over);
    }),
    ...again(3, async () => {
      const given = form({ subject: 'customer' }, asked % 2 === 0 ? slowPage() : longTable());
      const { job_id: id } = ticketIn(await ask('imports', 'POST', `${base}/imports`, given));
      if (id !== undefined) await jobOver(() => ask('jobs', 'GET', `${base}/job/${id}`), over);
    }),
    ...again(2, () => ask('sounds', 'POST', '/telephony/partner/audio', form({}, longSound()))),
    ...again(12, async () =>
      note('uploads that trickle', await trickle(`${address}${base}/imports`, tokenNow(), over)),
    ),
    ...again(1, async () => {
      const { id } = ticketIn(await ask('bots', 'POST', `${base}/bot-calls`, json(bot)));
      if (id === undefined) await sleep(100);
    }),
  ]);
}

/** Pages that are long, far behind, or found by what every row has; figures that read all there is. */
const worstPaths = [
  '/histories-call?per_page=1000&page=PAGE',
  '/customers?per_page=1000&search=a&page=PAGE',
  '/histories-call?search=9&page=PAGE',
  '/get-data-filter?search=n%20a%20h&per_page=1000',
  '/dashboard',
];

/** Some look like one. */
const noToken = (nth: number) => (nth % 2 === 0 ? crypto.randomUUID() : hash('sha256', String(nth), 'base64url'));
const guess = (ma_dn: string) => ({ ma_dn, username: `${crypto.randomUUID()}@x.vn`, password: crypto.randomUUID() });
const bot = { from: '0901234567', to: '02872010000', script: { voice: 'khach-1', seconds: 600 } };

const made = z.looseObject({ id: z.string(), job_id: z.string(), secret: z.string(), state: z.string() }).partial();
const ticketIn = (text: string) => made.safeParse(text.startsWith('{') ? JSON.parse(text) : {}).data ?? {};
const idIn = (text: string) => ticketIn(text).id ?? '';
const secretIn = (text: string) => ticketIn(text).secret ?? '';

async function jobOver(look: () => Promise<string>, over: AbortSignal): Promise<void> {
  for (;;) {
    const { state } = ticketIn(await look());
    if (over.aborted || (state !== 'queued' && state !== 'running')) return;
    await sleep(100);
  }
}

interface File {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** A page that is called a workbook, and is slow to read for whoever looks for the end of each tag. */
const slowPage = (): File => ({ name: 'a.xls', type: 'application/vnd.ms-excel', bytes: slowBytes });
const longTable = (): File => ({ name: 'a.csv', type: 'text/csv', bytes: tableBytes });
const longSound = (): File => ({ name: 'a.wav', type: 'audio/wav', bytes: soundBytes });
const slowBytes = Buffer.from(`<html><table>${'<td <td '.repeat(500_000)}`);
const tableBytes = Buffer.from(
  `Tên,Số điện thoại\n${Array.from({ length: 20_000 }, (_, nth) => `Khách ${nth},09${String(80_000_000 + nth)}`).join('\n')}\n`,
);
/** Nine minutes of silence. */
const soundBytes = wavOf(new Int16Array(4_500_000));

function form(fields: Readonly<Record<string, string>>, { name, type, bytes }: File): Asked {
  const parts = Object.entries(fields).map(
    ([field, value]) => `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(`${parts.join('')}${head}`), bytes, Buffer.from('\r\n--x--\r\n')]);
  return { body, type: 'multipart/form-data; boundary=x' };
}

function answered(
  url: string,
  method: string,
  { token, body, type }: Asked & { token: string },
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': type, 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent, signal }, (response) => {
      let text = '';
      // Of a long answer nobody reads more than a job's or a row's words.
      response.on('data', (bytes: Buffer) => {
        if (text.length < 10_000) text += bytes.toString('latin1');
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: text.length < 10_000 ? text : '' }));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** A form of which a byte comes each second. */
function trickle(url: string, token: string, over: AbortSignal): Promise<string> {
  const { body = Buffer.alloc(0), type } = form({ subject: 'customer' }, longTable());
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length };
  return new Promise((resolve) => {
    const asked = request(url, { method: 'POST', headers, signal: over }, (response) => {
      response.resume();
      resolve(String(response.statusCode));
      asked.destroy();
    });
    let at = 200;
    asked.write(body.subarray(0, at));
    const drop = setInterval(() => asked.write(body.subarray(at, (at += 1))), 1_000);
    asked.once('error', () => resolve('cut off'));
    asked.once('close', () => clearInterval(drop));
  });
}

/** Its people may call whoever they like by the first of its numbers. */
export async function openWayOut({ tokens: [token = ''] }: Hostile, address: string): Promise<void> {
  const { signal } = new AbortController();
  const at = `${address}/telephony/partner`;
  const listed = await answered(`${at}/service-numbers`, 'GET', { token }, signal);
  const numbers = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(JSON.parse(listed.text));
  const routes = numbers.data.slice(0, 1).map(({ id }) => ({ service_number_id: id }));
  const body = Buffer.from(JSON.stringify({ name: 'Ra', priority: 1, pattern: '*', routes }));
  const { status, text } = await answered(`${at}/outbound`, 'POST', { token, body, type: 'application/json' }, signal);
  if (status !== 200) throw new Error(`A way out: ${status} ${text}`);
}

/** Takes whatever is sent to it, and never answers. */
export async function hangingReceiver(port: number): Promise<void> {
  const server = createServer((request) => void request.resume());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/** As many live sockets as a sign-in may have, of each of its people, that listen to everything. */
export async function worstSockets(
  { code, tokens }: Hostile,
  { address, over, note }: { address: string; over: AbortSignal; note: Note },
): Promise<void> {
  const sockets: WebSocket[] = [];
  over.addEventListener('abort', () => {
    for (const socket of sockets) socket.close();
  });
  for (const token of tokens) {
    for (let nth = 0; nth < 25 && !over.aborted; nth += 1) {
      const { text } = await answered(`${address}/api/${code}/ws-ticket`, 'POST', { token }, over).catch(() => ({
        text: '',
      }));
      const { ticket = '' } = z
        .looseObject({ ticket: z.string() })
        .partial()
        .parse(text.startsWith('{') ? JSON.parse(text) : {});
      const socket = new WebSocket(`${address.replace('http', 'ws')}/live?ticket=${ticket}`);
      socket.addEventListener('open', () => {
        note('sockets', 'open');
        socket.send(JSON.stringify({ type: 'subscribe', topics: ['calls', 'presence', 'me', 'resources', 'monitor'] }));
      });
      socket.addEventListener('error', () => note('sockets', 'refused'));
      sockets.push(socket);
      await sleep(2);
    }
  }
}
