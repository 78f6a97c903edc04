/**
 * Every phone of a call centre at once, as after a cut of the network: all connect by WebSocket and register, challenge and proof;
 * the whole product, Asterisk and Kamailio in turns, so many `rounds`, each started anew, and its second storm counts. Same generator; all
 * processes of the server on one core, the generator on the other. `seconds` until the last one is registered, `cpu` the CPU time in ms of all
 * processes of the server for one phone, those that ours consists of beside it; `ratio` ours to theirs, of the medians; none of ours may fail. A phone that is not served within 10 s has failed, and does not try again. `others` is the most that was
 * stolen or used by other programs, in percent (above 5 % a run was made again, at most twice). What the figures leave out: ours takes
 * the connections at its web port and hands them over to the engine, beside the console and the API; theirs have no more to do. Prints one JSON object.
 *
 *   node tests/load/beside-register-storm.ts [--phones=1000] [--rounds=3]
 */
import { parseArgs } from 'node:util';
import { openAsterisk } from './asterisk-switch.ts';
import { round, spread } from './generator.ts';
import { openKamailio } from './kamailio-switch.ts';
import { openLoadPhone } from './load-phone.ts';
import { openProduct } from './product-switch.ts';
import { registerAtOnce } from './register-at-once.ts';
import { extensionAt } from './sip-tenant.ts';
import type { CpuTimes, Switch } from './switch.ts';
import { cpuOfEach, cpuRange, rangeOf, type Seen, sum, takeTurns, undisturbed } from './turns.ts';

const { values } = parseArgs({
  options: { phones: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } },
});
const people = Number(values.phones);
const rounds = Number(values.rounds);
const servers = ['product', 'asterisk', 'kamailio'] as const;

interface Run {
  readonly server: Switch['name'];
  readonly seconds: number;
  readonly failed: number;
  readonly readyAfterMs: { readonly p50: number; readonly p99: number };
  /** Of one phone. */
  readonly cpuMs: CpuTimes;
}

const runs: Seen<Run>[] = [];
await takeTurns([openProduct, openAsterisk, openKamailio], rounds, { people, work });

const lines = servers.map(lineOf);
const ratio = { asterisk: ratioTo('asterisk'), kamailio: ratioTo('kamailio') };
console.log(JSON.stringify({ ratio, phones: people, rounds, runs: lines }, null, 2));
process.exit(lines.every(({ server, failed }) => server !== 'product' || failed === 0) ? 0 : 1);

async function work(it: Switch): Promise<void> {
  await storm(it); // A server that loses its network was at work before.
  runs.push(await undisturbed(it, () => storm(it)));
}

async function storm(it: Switch): Promise<Run> {
  const before = await it.cpu();
  const registrar = { transport: 'ws', url: it.webSocket } as const;
  const { seconds, times, failed } = await registerAtOnce(
    people,
    (index) => openLoadPhone(extensionAt(index), registrar, { password: it.passwordAt(index) }),
    (phone) => phone.register(),
  );
  const after = await it.cpu();
  return { server: it.name, seconds, failed, readyAfterMs: spread(times), cpuMs: cpuOfEach(before, after, people) };
}

function lineOf(server: Switch['name']) {
  const its = runs.filter((run) => run.server === server);
  return {
    server,
    seconds: rangeOf(its.map(({ seconds }) => seconds)),
    ...cpuRange(its.map(({ cpuMs }) => cpuMs)),
    readyP50Ms: rangeOf(its.map(({ readyAfterMs }) => readyAfterMs.p50)),
    readyP99Ms: rangeOf(its.map(({ readyAfterMs }) => readyAfterMs.p99)),
    failed: sum(its.map(({ failed }) => failed)),
    others: Math.max(...its.map(({ othersPercent }) => othersPercent)),
  };
}

function ratioTo(other: Switch['name']) {
  const [ours, theirs] = [lineOf('product'), lineOf(other)];
  return {
    seconds: round(ours.seconds.median / theirs.seconds.median, 2),
    cpu: round(ours.cpu.median / theirs.cpu.median, 2),
  };
}
