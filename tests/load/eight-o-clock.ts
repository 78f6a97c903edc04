/**
 * Eight o'clock: everybody of a company signs in by name and password within the same second, from one address, as the console
 * does it: the password is checked, then it asks who they are, with the secret of their phone. Meanwhile customers call and are
 * answered as before. `allInSeconds` is until the last one is in; nobody may be refused, and every call must come through.
 * `setUpMs` is INVITE to 200 as the caller sees it, without and with the sign-ins; `hashSeconds` is what checking so many passwords
 * alone takes on these cores, two at a time, which no product that keeps them safe can save; `ratio` is the whole to that. Who signs in
 * is a process of its own on the same cores; who calls goes before all others, so that what it is late by is not its own. Prints one JSON object.
 *
 *   node tests/load/eight-o-clock.ts [--people=1000] [--rate=5]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loginTenant, me } from '@alo/contract';
import { z } from 'zod';

import { passwordHasher } from '../../apps/server/src/features/identity/passwords.ts';
import { askApi } from './ask-api.ts';
import { beginEvenly, outcome } from './call-load.ts';
import { DeskPhones } from './desk-phones.ts';
import { round, spread } from './generator.ts';
import { type Installation, withInstallation } from './installation.ts';
import { cpuOfTree } from './process-tree.ts';
import type { Sql } from './product.ts';
import { extensionAt } from './sip-tenant.ts';
import { goBeforeOthers } from './switch.ts';

const { values } = parseArgs({
  options: { people: { type: 'string', default: '1000' }, rate: { type: 'string', default: '5' } },
});
const people = Number(values.people);
const rate = Number(values.rate);
const PHONES = 50;
const QUIET_SECONDS = 10;
const TALK_MS = 2_000;
const password = 'Tám giờ sáng 2026';

const passwords = passwordHasher();

if (process.send === undefined) await measure();
else process.once('message', (address: string) => void signInAll(address));

async function measure(): Promise<never> {
  const hash = await passwords.hash(password);
  const hashSeconds = await hashed(hash);
  const wanted = {
    people: people + PHONES,
    fill: async (sql: Sql) => void (await sql(`update account set password_hash = '${hash}'`)),
  };
  const { refused, failed, ...measured } = await withInstallation(wanted, eightOClock);
  const ratio = round(measured.allInSeconds / hashSeconds, 2);
  console.log(JSON.stringify({ ratio, people, hashSeconds, refused, ...measured }, null, 2));
  process.exit(refused + failed === 0 ? 0 : 1);
}

/** The other process: everybody at once, and how it went for each. */
async function signInAll(address: string): Promise<void> {
  const everybody = Array.from({ length: people }, (_, index) => signedIn(address, PHONES + index));
  process.send?.(await Promise.all(everybody));
  process.disconnect();
}

async function eightOClock({ product, postgresPid, passwordAt }: Installation) {
  goBeforeOthers();
  const office = fork(import.meta.filename, process.argv.slice(2));
  const phones = await DeskPhones.open(PHONES, product.sipPort, passwordAt);
  const call = (nth: number) => phones.call(nth % PHONES, TALK_MS);
  await beginEvenly(rate, 5, call); // Warms up.
  const before = outcome(await beginEvenly(rate, QUIET_SECONDS, call));

  const pids = [await product.serverPid(), await product.enginePid(), postgresPid];
  const cpu = () => pids.map((pid) => cpuOfTree(pid ?? Number.NaN));
  const cpuBefore = cpu();
  const from = performance.now();
  const over = new AbortController();
  const calls = callsUntil(over.signal, call);
  office.send(product.address);
  const took = await answerOf(office).finally(() => over.abort());
  const allInSeconds = round((performance.now() - from) / 1_000, 1);
  const used = cpu().map((ms, at) => round((ms - (cpuBefore[at] ?? 0)) / people, 1));
  const ended = await calls;
  const meanwhile = outcome(ended);
  phones.close();

  const [server = 0, engine = 0, postgres = 0] = used;
  return {
    allInSeconds,
    refused: took.reduce((sum, one) => sum + one.refused, 0),
    failed: before.failed + meanwhile.failed,
    waitedMs: spread(took.map(({ ms }) => ms)),
    cpuMsEach: { server, engine, postgres },
    runs: [
      { calls: 'before', begun: rate * QUIET_SECONDS, ...before },
      { calls: 'meanwhile', begun: ended.length, ...meanwhile },
    ],
  };
}

/** What it has to tell; rejects where it ends before. */
async function answerOf(office: ChildProcess): Promise<readonly SignedIn[]> {
  const ended = once(office, 'exit').then(() => {
    throw new Error('Somebody could not sign in.');
  });
  const [told] = await Promise.race([once(office, 'message'), ended]);
  // Our own process, with the types of this file on both sides.
  return told as readonly SignedIn[];
}

/** Begins one after the other until it is over, and waits for all of them. */
async function callsUntil<End>(over: AbortSignal, begin: (nth: number) => Promise<End>) {
  const begun: Promise<End>[] = [];
  while (!over.aborted) {
    begun.push(begin(begun.length));
    await sleep(1_000 / rate);
  }
  return Promise.all(begun);
}

interface SignedIn {
  readonly ms: number;
  readonly refused: number;
}

/** Signs somebody in, again where they are refused for now, and reads what the console needs before it shows itself. */
async function signedIn(address: string, index: number): Promise<SignedIn> {
  const begun = performance.now();
  const body = { ma_dn: 'load', username: `${extensionAt(index)}@load`, password };
  for (let refused = 0; ; refused += 1) {
    const answer = await askApi(address, loginTenant, { body });
    if (answer.status === 503) {
      await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1));
      continue;
    }
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const { token } = z.object({ token: z.string() }).parse(await answer.json());
    const told = await askApi(address, me, { token });
    if (!told.ok) throw new Error(`Who they are: ${told.status} ${await told.text()}`);
    return { ms: performance.now() - begun, refused };
  }
}

/** What it takes to check so many passwords and do nothing else. */
async function hashed(hash: string): Promise<number> {
  const begun = performance.now();
  let left = people;
  await Promise.all(
    [1, 2].map(async () => {
      while (left-- > 0) await passwords.matches(hash, password);
    }),
  );
  return round((performance.now() - begun) / 1_000, 1);
}
