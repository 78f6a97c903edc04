/**
 * A minute at the rate that the product must bear, and what becomes of more than it can. First whole recorded calls (as in `whole-call`)
 * as soon as the phones are there, then so many a second for a minute, then the first rate again: the first seconds must be like
 * later ones. Then, with all processes of the product on one core and calls standing that carry audio, more than it can decide
 * about: who is refused gets 503 and Retry-After (`refusedMs` is how soon), running calls must lose nothing, and 5 s
 * later the lowest rate must come through again. `ratio` is a rate's set-up time to that of the same rate before. Every call must leave exactly one row, the
 * refused too, which the dashboard must count; no recording may stay open. The generator has the other core. Prints one JSON object.
 *
 *   node tests/load/overload.ts [--rate=150] [--seconds=60] [--overload=800] [--phones=1500]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dashboard } from '@alo/contract';

import { askApi } from './ask-api.ts';
import { beginEvenly, outcome } from './call-load.ts';
import { CheapCallers } from './cheap-callers.ts';
import type { DeskPhones, PlacedCall } from './desk-phones.ts';
import { percentile, round, spread } from './generator.ts';
import { watchHistory } from './history-watch.ts';
import { type Installation, withInstallation } from './installation.ts';
import { cpuOfTree } from './process-tree.ts';
import { measureSpeech } from './relay.ts';
import { openStandingPhones } from './standing-phones.ts';
import { separateCores } from './switch.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '150' },
    seconds: { type: 'string', default: '60' },
    overload: { type: 'string', default: '800' },
    phones: { type: 'string', default: '1500' },
  },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
const [overload, people] = [Number(values.overload), Number(values.phones)];
const STANDING = 20;
const TALK_MS = 100;
const [CALM, LOW] = [50, 10];
const OVERLOAD_SECONDS = 10;
const AGAIN_MS = 5_000;
const SETTLE_MS = 30_000;

const { isWhole, ...measured } = await withInstallation({ people: people + STANDING }, measure);
console.log(JSON.stringify(measured, null, 2));
process.exit(isWhole ? 0 : 1);

async function measure(installation: Installation) {
  const { product, databaseUrl, postgresPid, tokenAt } = installation;
  const watch = await watchHistory(databaseUrl);
  const { phones, callers, stand } = await openStandingPhones(people + STANDING, installation);

  const cpu = () => cpuOfTree(product.keeperPid) + cpuOfTree(postgresPid);
  const runs: Run[] = [];
  async function run(
    what: string,
    callsPerSecond: number,
    lasts: number,
    from: Pick<DeskPhones | CheapCallers, 'call'> = phones,
  ): Promise<Run> {
    const before = cpu();
    const own = performance.eventLoopUtilization();
    const calls = await beginEvenly(callsPerSecond, lasts, (nth) => from.call(nth % people, TALK_MS));
    const done = {
      what,
      callsPerSecond,
      ...told(calls),
      cpuMsEach: round((cpu() - before) / calls.length, 1),
      generatorBusyPercent: round(100 * performance.eventLoopUtilization(own).utilization, 0),
    };
    runs.push(done);
    return done;
  }

  const first = await run('the first seconds', CALM, 5);
  await run('a minute', rate, seconds);
  const later = await run('later', CALM, 5);

  separateCores({ roots: [product.keeperPid, postgresPid] });
  const low = await run('one core', LOW, 8);
  const crowd = await CheapCallers.open(product.sipPort);
  const standing = await stand(people, STANDING);
  const speech = measureSpeech(callers, OVERLOAD_SECONDS, async () => 0);
  await run('too many', overload, OVERLOAD_SECONDS, crowd);
  await speech;
  const delays = callers.flatMap((caller) => caller.delays).toSorted((a, b) => a - b);
  await sleep(AGAIN_MS);
  const again = await run('5 s later', LOW, 8);

  const hungUp = await Promise.all(standing.map(({ customer }) => customer.hangUp().catch(() => 0)));
  const placed = runs.reduce((sum, { calls }) => sum + calls, STANDING);
  const kept = await watch.complete(placed, SETTLE_MS);
  const refused = runs.reduce((sum, run) => sum + run.refused, 0);
  const shown = await refusedOnDashboard(product.address, tokenAt(0));
  await watch.close();
  crowd.close();
  phones.close();
  const ratio = {
    'the first seconds, p50': round(first.setUpMs.p50 / later.setUpMs.p50, 2),
    'the first seconds, p99': round(first.setUpMs.p99 / later.setUpMs.p99, 2),
    '5 s after too many, p50': round(again.setUpMs.p50 / low.setUpMs.p50, 2),
    '5 s after too many, p99': round(again.setUpMs.p99 / low.setUpMs.p99, 2),
  };
  const running = {
    calls: STANDING,
    cutOff: hungUp.filter((status) => status !== 200).length,
    packetsLost: callers.reduce((sum, caller) => sum + caller.sent, 0) - delays.length,
    delayMs: { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), p999: percentile(delays, 0.999) },
  };
  const history = { placed, rows: kept.rows, open: kept.open, openRecordings: kept.openRecordings, refused, shown };
  const quiet = runs.filter(({ what }) => what !== 'too many');
  const isWhole =
    kept.rows === placed &&
    kept.open + kept.openRecordings + running.cutOff === 0 &&
    shown === refused &&
    quiet.every(({ refused, failed }) => refused + failed === 0);
  return { isWhole, ratio, running, history, runs };
}

type Run = ReturnType<typeof told> & {
  readonly what: string;
  readonly callsPerSecond: number;
  readonly cpuMsEach: number;
};

function told(calls: readonly PlacedCall[]) {
  const refusals = calls.flatMap((call) => (!call.ok && call.status === 503 ? [call.afterMs] : []));
  const { failed, setUpMs } = outcome(calls);
  return {
    calls: calls.length,
    refused: refusals.length,
    failed: failed - refusals.length,
    setUpMs,
    refusedMs: refusals.length === 0 ? undefined : spread(refusals),
  };
}

async function refusedOnDashboard(address: string, token: string): Promise<number | null> {
  const answer = await askApi(address, dashboard, { token });
  if (!answer.ok) throw new Error(`The dashboard: ${answer.status} ${await answer.text()}`);
  const { figures } = dashboard.result.parse(await answer.json());
  return figures.find(({ key }) => key === 'refused')?.value ?? null;
}
