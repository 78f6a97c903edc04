/**
 * What becomes of 1,000 conversations when the server is killed (`kill -9`) and started again by its keeper, with the engine going
 * on beside it: `takenUpMs` from the kill until somebody who hung up right after it is heard at the other end, `nextCallMs` until a
 * caller who came right after it talks, `readyMs` until the server says that it is ready. Afterwards everybody hangs up: each
 * conversation must have its one finished row. Nothing is recorded. Prints one JSON object.
 *
 *   node tests/load/recovery.ts [--calls=1000] [--rate=30]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DeskPhones, type StandingCall } from './desk-phones.ts';
import { round, spread } from './generator.ts';
import { watchHistory } from './history-watch.ts';
import { install } from './installation.ts';
import { OnePacketAudio } from './one-packet-audio.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '1000' }, rate: { type: 'string', default: '30' } },
});
const count = Number(values.calls);
const rate = Number(values.rate);
/** Those who hang up right after the kill. */
const LEAVING = 10;
/** After 3 s without audio a call counts as silent, and later it is ended. */
const PACKET_MS = 2_000;
const SETTLE_MS = 30_000;
const AGAIN_MS = 1_000;
const MOST_TRIES = 20;

// A thousand recordings would be more than two cores have time for.
const installation = await install({ people: count + 1, records: false });
try {
  const { product, databaseUrl, passwordAt } = installation;
  const phones = await DeskPhones.open(count + 1, product.sipPort, passwordAt, async (address) => {
    return new OnePacketAudio(address, PACKET_MS);
  });
  const watch = await watchHistory(databaseUrl);
  const standing = await callAll(phones);

  const server = await product.serverPid();
  if (server === undefined) throw new Error('There is no server.');
  process.kill(server, 'SIGKILL');
  const killedAt = performance.now();
  const since = () => performance.now() - killedAt;
  const ready = isReady(product.address).then(since);
  const nextCall = untilItStands(phones, count).then((call) => ({ call, ms: since() }));
  const leaving = standing.slice(0, LEAVING).map(async ({ customer, agent }) => {
    await customer.hangUp();
    await agent?.until('ended', SETTLE_MS);
    return since();
  });
  const readyMs = await ready;
  const { call: next, ms: nextCallMs } = await nextCall;
  const takenUpMs = await Promise.all(leaving);
  const stillTalking = standing.slice(LEAVING).filter(({ customer, agent }) => {
    return customer.state === 'talking' && agent?.state === 'talking';
  });
  await Promise.all([...stillTalking, next].map(({ customer }) => customer.hangUp()));
  const rows = [...standing, next].map(({ id }) => watch.finished(id));
  const inTime = await Promise.race([Promise.all(rows).then(() => true), sleep(SETTLE_MS, false)]);
  const history = await watch.complete(count + 1, SETTLE_MS);
  await watch.close();
  const cutOff = count - LEAVING - stillTalking.length;
  console.log(
    JSON.stringify(
      {
        calls: count,
        setUpMs: spread(standing.map(({ setUpMs }) => setUpMs)),
        readyMs: round(readyMs, 0),
        nextCallMs: round(nextCallMs, 0),
        takenUpMs: spread(takenUpMs),
        cutOff,
        history,
      },
      null,
      2,
    ),
  );
  process.exitCode = inTime && cutOff === 0 && history.rows === count + 1 ? 0 : 1;
} finally {
  await installation.close();
}
process.exit();

/** Resolves as soon as somebody says so: who was killed does not. */
async function isReady(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(20);
  }
}

async function callAll(phones: DeskPhones): Promise<readonly StandingCall[]> {
  const from = performance.now();
  const calls: Promise<StandingCall>[] = [];
  while (calls.length < count) {
    const due = Math.min(count, ((performance.now() - from) / 1000) * rate);
    while (calls.length < due) calls.push(untilItStands(phones, calls.length));
    await sleep(1);
  }
  return Promise.all(calls);
}

/** Refused, because the machine is busy with something else, it is tried again later, as callers do. */
async function untilItStands(phones: DeskPhones, index: number): Promise<StandingCall> {
  for (let tries = 1; ; tries++) {
    try {
      return await phones.begin(index, SETTLE_MS);
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
