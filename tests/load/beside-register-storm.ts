/**
 * Every phone of a call centre at once, as after a cut of the network: all connect by WebSocket, as it is (`ws`) and over TLS (`wss`), and register,
 * challenge and proof; so many phones of the whole product and Kamailio in turns, so many `rounds`, each started anew, and of
 * two storms the second counts. Same generator; all processes of the server on one core, the generator on the other. `seconds` until
 * the last one is registered, `cpu` the CPU time in ms of all processes of the server for one phone, those that ours consists of beside
 * it; `ratio` ours to theirs, of the medians; none of ours may fail. `generator` is how much of its core the generator used, in percent: near 100 it is
 * what `seconds` measures. A phone that is not served within half a minute has failed, and does not try again. `others` is the most that was stolen or used
 * by other programs, in percent (above 5 % a run was made again, at most twice). In `web` ours takes
 * the connections at its web port, beside the console and the API, and hands them over to the engine, as it does where no proxy tells them apart; Kamailio has
 * no such port, and does what it does in `ws`. What the figures leave out: Kamailio leaves some connections of some storms alone for five seconds, and then serves or closes
 * them. Asterisk, which needs more than five minutes for such a round, takes part where `--servers` names it. Prints one JSON object.
 *
 *   node tests/load/beside-register-storm.ts [--phones=1000,5000] [--ways=ws,wss,web] [--servers=product,kamailio] [--rounds=3]
 */
import { parseArgs } from 'node:util';
import { openAsterisk } from './asterisk-switch.ts';
import { round, spread } from './generator.ts';
import { openKamailio } from './kamailio-switch.ts';
import { openLoadPhone } from './load-phone.ts';
import { openProduct } from './product-switch.ts';
import { registerAtOnce } from './register-at-once.ts';
import { extensionAt } from './sip-tenant.ts';
import { type CpuTimes, type OpenSwitch, type Switch, type WebSocketWay, webSocketWays } from './switch.ts';
import { cpuOfEach, cpuRange, rangeOf, sum, takeTurns, type Undisturbed, undisturbed } from './turns.ts';

const { values } = parseArgs({
  options: {
    phones: { type: 'string', default: '1000,5000' },
    ways: { type: 'string', default: webSocketWays.join(',') },
    servers: { type: 'string', default: 'product,kamailio' },
    rounds: { type: 'string', default: '3' },
  },
});
const crowds = values.phones.split(',').map(Number);
const rounds = Number(values.rounds);
const chosen = <Name extends string>(all: readonly Name[], wanted: string): readonly Name[] =>
  all.filter((name) => wanted.split(',').includes(name));
const ways = chosen(webSocketWays, values.ways);
const servers = chosen(['product', 'asterisk', 'kamailio'], values.servers);
const opens: Readonly<Record<Switch['name'], OpenSwitch>> = {
  product: openProduct,
  asterisk: openAsterisk,
  kamailio: openKamailio,
};
/** Whoever opens thousands of connections at once over TLS needs some seconds for that alone. */
const patienceMs = 30_000;

interface Storm {
  readonly server: Switch['name'];
  readonly way: WebSocketWay;
  readonly phones: number;
}

interface Run extends Storm {
  readonly seconds: number;
  readonly failed: number;
  readonly readyAfterMs: { readonly p50: number; readonly p99: number };
  /** Of one phone. */
  readonly cpuMs: CpuTimes;
  /** Of its core. */
  readonly generatorPercent: number;
}

const runs: Undisturbed<Run>[] = [];
const people = Math.max(...crowds);
await takeTurns(
  servers.map((server) => opens[server]),
  rounds,
  { people, work },
);

const storms = crowds.flatMap((phones) => ways.map((way) => ({ phones, way })));
const lines = storms.flatMap((storm) => servers.map((server) => lineOf({ ...storm, server })));
const ratio = Object.fromEntries(
  storms.map((storm) => {
    const others = servers.filter((server) => server !== 'product' && servers.includes('product'));
    return [`${storm.phones} ${storm.way}`, Object.fromEntries(others.map((other) => [other, ratioTo(other, storm)]))];
  }),
);
console.log(JSON.stringify({ ratio, rounds, runs: lines }, null, 2));
process.exit(lines.every(({ server, failed }) => server !== 'product' || failed === 0) ? 0 : 1);

async function work(it: Switch): Promise<void> {
  for (const phones of crowds) {
    for (const way of ways) {
      const storm = { server: it.name, way, phones };
      await atOnce(it, storm); // A server that loses its network was at work before.
      runs.push(await undisturbed(it, () => atOnce(it, storm)));
    }
  }
}

async function atOnce(it: Switch, storm: Storm): Promise<Run> {
  const before = await it.cpu();
  const own = process.cpuUsage();
  const registrar = { transport: 'ws', url: it.webSocket[storm.way] } as const;
  const { seconds, times, failed } = await registerAtOnce(
    storm.phones,
    (index) => openLoadPhone(extensionAt(index), registrar, { password: it.passwordAt(index), patienceMs }),
    (phone) => phone.register(),
  );
  const { user, system } = process.cpuUsage(own);
  const after = await it.cpu();
  return {
    ...storm,
    seconds,
    failed,
    readyAfterMs: spread(times),
    cpuMs: cpuOfEach(before, after, storm.phones),
    generatorPercent: round((user + system) / (seconds * 10_000), 1),
  };
}

/** All rounds of one storm. */
function lineOf({ server, way, phones }: Storm) {
  const its = runs.filter((run) => run.server === server && run.way === way && run.phones === phones);
  return {
    server,
    way,
    phones,
    seconds: rangeOf(its.map(({ seconds }) => seconds)),
    ...cpuRange(its.map(({ cpuMs }) => cpuMs)),
    readyP50Ms: rangeOf(its.map(({ readyAfterMs }) => readyAfterMs.p50)),
    readyP99Ms: rangeOf(its.map(({ readyAfterMs }) => readyAfterMs.p99)),
    failed: sum(its.map(({ failed }) => failed)),
    generator: rangeOf(its.map(({ generatorPercent }) => generatorPercent)).median,
    others: Math.max(...its.map(({ othersPercent }) => othersPercent)),
  };
}

function ratioTo(other: Switch['name'], storm: Omit<Storm, 'server'>) {
  const [ours, theirs] = [lineOf({ ...storm, server: 'product' }), lineOf({ ...storm, server: other })];
  return {
    seconds: round(ours.seconds.median / theirs.seconds.median, 2),
    cpu: round(ours.cpu.median / theirs.cpu.median, 2),
  };
}
