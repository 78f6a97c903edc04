import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { nodeDrain, nodeList, nodeResume } from '../../apps/server/src/operator/nodes.ts';
import { openDesk } from '../e2e/support/browser-phone.ts';
import type { Product } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { voices } from '../e2e/support/voices.ts';
import {
  type Company,
  type NodeName,
  onePlacedOnEach,
  password,
  type RoamingPhone,
  roamingPhone,
  signIn,
  startTwoNodes,
  type TwoNodes,
  talk,
} from './support/two-nodes.ts';

/** What the clocks of two processes may be apart. */
const apartMs = 1_000;

let nodes: TwoNodes;
let placed: Readonly<Record<NodeName, Company>>;
let companies: readonly Company[];
const phones: RoamingPhone[] = [];

beforeAll(async () => {
  nodes = await startTwoNodes();
  ({ placed, companies } = await onePlacedOnEach(nodes));
}, 600_000);

afterEach(() => {
  for (const phone of phones.splice(0)) phone.close();
});

afterAll(() => nodes?.close());

async function pairOf(company: Company) {
  const [caller, callee] = [await roamingPhone(nodes, company, '101'), await roamingPhone(nodes, company, '102')];
  phones.push(caller, callee);
  return { caller, callee, call: () => talk(caller, callee) };
}

const isAt = (company: Company, name: NodeName) =>
  until(`${company.code} is on ${name}`, async () => (await nodes.runsAt(company)) === name, 120_000);

async function readiness({ address }: Product): Promise<readonly [number, string]> {
  const answer = await fetch(`${address}/readyz`);
  return [answer.status, await answer.text()];
}

/** In the page: what the button of the phone has said, one after the other, each once. */
const noteWhatThePhoneSays = `
  globalThis.phoneSaid = [];
  new MutationObserver(() => {
    const says = [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Điện thoại:'));
    const words = says?.textContent;
    if (words && words !== globalThis.phoneSaid.at(-1)) globalThis.phoneSaid.push(words);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
`;

interface CallRow {
  readonly id: string;
  readonly status: string;
  readonly cause: string | null;
  readonly ended_by: string | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly talk_ms: number;
  readonly open: number;
}

async function callsOf({ id }: Company): Promise<readonly CallRow[]> {
  const { rows } = await nodes.client.query<CallRow>(
    `select id, status, cause, ended_by, started_at, ended_at, talk_ms::int,
        (select count(*) from leg where leg.call_id = call.id and leg.ended_at is null)::int as open
      from call where tenant_id = $1 order by started_at`,
    [id],
  );
  return rows;
}

test('each company is told where its phone connects, whichever machine serves the console', async () => {
  for (const name of ['n1', 'n2'] as const) {
    for (const served of [nodes.n1, nodes.n2]) {
      const person = await signIn(served, placed[name], '101');
      expect((await person.softphone()).sip_address).toBe(`${nodes[name].address.replace('http', 'ws')}/sip`);
    }
  }
  expect((await nodes.operate(nodeList)).split('\n')).toHaveLength(2);
});

test('a machine is drained, replaced and takes its companies again, and no call is cut', async () => {
  const company = placed.n1;
  const { callee, call } = await pairOf(company);
  const held = await call();

  expect(await nodes.operate(nodeDrain, '--name', 'n1')).toContain('n1');
  // All that have no call go, and the one with a call stays, however long it lasts.
  for (const other of companies) if (other.id !== company.id) await isAt(other, 'n2');
  expect(await nodes.runsAt(company)).toBe('n1');
  await until('n1 is ready as long as it has one', async () => (await readiness(nodes.n1))[0] === 200);
  expect([held.state, callee.answered.at(-1)?.state]).toEqual(['talking', 'talking']);
  expect(await held.hangUp()).toBe(200);
  await isAt(company, 'n2');
  await until('n1 is not ready any more', async () => (await readiness(nodes.n1))[0] === 503);
  expect((await readiness(nodes.n1))[1]).toContain('node resume');
  const elsewhere = await call();

  // The new version, in the same folder.
  const replaced = nodes.n1.replaceServer();
  await until('another server answers', async () => {
    const [status, words] = await readiness(nodes.n1).catch(() => [0, ''] as const);
    return status === 503 && words.includes('node resume') && nodes.n1.output().split('Alô sẵn sàng').length > 2;
  });
  await nodes.operate(nodeResume, '--name', 'n1');
  await replaced;
  expect(elsewhere.state).toBe('talking');
  expect(await elsewhere.hangUp()).toBe(200);
  await isAt(company, 'n1');
  await isAt(placed.n2, 'n2');
  const home = await call();
  expect(await home.hangUp()).toBe(200);
  // What was dialled while the company was under way was refused before anybody talked.
  const talked = async () => (await callsOf(company)).filter(({ status }) => status === 'answered');
  await until('the history has the three', async () => (await talked()).length === 3);
  expect((await callsOf(company)).map(({ cause }) => cause)).not.toContain('interrupted');
  expect((await talked()).map(({ cause }) => cause)).toEqual(Array(3).fill('normal'));
}, 600_000);

test('a phone in a browser goes along with its company, says so, and rings where the company is now', async () => {
  const company = placed.n1;
  await isAt(company, 'n1');
  const desk = await openDesk(voices.low);
  try {
    const { page } = desk;
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await page.addInitScript(noteWhatThePhoneSays);
    await page.goto(`${nodes.n2.address}/login`);
    await page.getByLabel('Mã doanh nghiệp').first().fill(company.code);
    await page.getByLabel('Email hoặc tên đăng nhập').fill(`102@${company.code}.vn`);
    await page.getByLabel('Mật khẩu', { exact: false }).first().fill(password);
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await desk.registered();
    const sipOf = ({ address }: Product) => `${address.replace('http', 'ws')}/sip`;
    const last = () => sockets.findLast((url) => url.endsWith('/sip'));
    expect(last()).toBe(sipOf(nodes.n1));

    await nodes.operate(nodeDrain, '--name', 'n1');
    await isAt(company, 'n2');
    await until('the phone connects to the other machine', () => last() === sipOf(nodes.n2), 180_000);
    // It was ready, said that it was on its way, and is ready again.
    await until('the phone says so', async () =>
      /Sẵn sàng.*(?:Đang đăng ký|Mất kết nối).*Sẵn sàng[^|]*$/.test(
        (await page.evaluate<readonly string[]>('globalThis.phoneSaid')).join('|'),
      ),
    );

    const caller = await roamingPhone(nodes, company, '101');
    phones.push(caller);
    const call = await (await caller.register()).call('102');
    await desk.answer();
    await call.until('talking');
    expect(await call.hangUp()).toBe(200);
  } finally {
    await desk.close();
    await nodes.operate(nodeResume, '--name', 'n1');
  }
  await isAt(company, 'n1');
});

test('a machine is killed: its companies run on the other one, its calls are closed once, and its disk adds what only it knew', async () => {
  const company = placed.n1;
  const { call } = await pairOf(company);
  await call();
  const rowOf = async (is: (row: CallRow) => boolean) => (await callsOf(company)).find(is);
  const { id } = await until('the history has the call', () => rowOf(({ status }) => status === 'in_progress'));
  const other = await pairOf(placed.n2);
  const unharmed = await other.call();

  await nodes.n1.kill();
  // It takes a moment to find all its processes.
  const killedAt = Date.now();
  await isAt(company, 'n2');
  const isClosed = (row: CallRow) => row.id === id && row.status !== 'in_progress' && row.open === 0;
  const closed = await until('its call is closed', () => rowOf(isClosed));
  expect(closed).toMatchObject({ status: 'answered', cause: 'interrupted', ended_by: 'system' });
  expect(closed.ended_at?.getTime()).toBeLessThanOrEqual(killedAt + apartMs);
  expect(unharmed.state).toBe('talking');
  const again = await call();
  expect(await again.hangUp()).toBe(200);
  expect(await unharmed.hangUp()).toBe(200);

  await nodes.n1.start();
  const journals = join(nodes.n1.dataFolder, 'journal');
  await until('what the disk knew is taken', async () => !(await readdir(journals)).includes(company.id), 120_000);
  const known = await rowOf((row) => row.id === id);
  expect(known).toMatchObject({ status: 'answered', cause: 'interrupted', open: 0 });
  expect(known?.talk_ms).toBeGreaterThanOrEqual(closed.talk_ms);
  expect(known?.ended_at?.getTime()).toBeLessThanOrEqual(killedAt + apartMs);
  expect((await callsOf(company)).filter((row) => row.id === id)).toHaveLength(1);
}, 900_000);
