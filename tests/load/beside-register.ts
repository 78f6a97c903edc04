/**
 * REGISTER with digest over UDP: the whole product, Asterisk and Kamailio, 32 phones waiting for an answer at any
 * time: with a challenge each time (two messages), and as a refresh by a nonce that is known (one). Three rounds, in each of which all are started anew, stand
 * side by side and have three turns of three seconds each, so that what is compared is seconds apart. Same generator; all processes
 * of the server on one core, the generator on the other. `perSecond` is how many are registered, `cpu` the CPU time in ms of all
 * processes of the server for one, those that ours consists of beside it; `ratio` ours to theirs, of the medians. `others` is the most that was stolen or used by
 * other programs, in percent (above 5 % a run was made again, at most twice). `bare` is a program of Node.js that sends as many messages back
 * as they came, unread: what any server in it pays before its first line. What the figures leave out: Kamailio keeps everything in memory, with a
 * password for each phone in a table; Asterisk reads its phones from a file and writes where they are to SQLite; ours tells call control who is
 * there, and its people's passwords come and go with their sessions. Prints one JSON object.
 *
 *   node tests/load/beside-register.ts [--seconds=3] [--phones=250] [--rounds=3] [--turns=3]
 */
import { parseArgs } from 'node:util';
import { openAsterisk } from './asterisk-switch.ts';
import { openBare } from './bare-registrar.ts';
import { round, spread } from './generator.ts';
import { openKamailio } from './kamailio-switch.ts';
import { type LoadPhone, openLoadPhone } from './load-phone.ts';
import { openProduct } from './product-switch.ts';
import { inLanes, LANES } from './register-lanes.ts';
import { extensionAt } from './sip-tenant.ts';
import type { CpuTimes, Registrar } from './switch.ts';
import { cpuOfEach, cpuRange, rangeOf, standTogether, sum, type Undisturbed, undisturbed } from './turns.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    phones: { type: 'string', default: '250' },
    rounds: { type: 'string', default: '3' },
    turns: { type: 'string', default: '3' },
  },
});
/** A server under load has its code compiled after some ten thousand messages. */
const WARM_UP_MS = 6_000;
const measuredMs = Number(values.seconds) * 1_000;
const people = Number(values.phones);
const ways = ['challenge and proof', 'refresh'] as const;
const servers = ['product', 'asterisk', 'kamailio', 'bare'] as const;

type Way = (typeof ways)[number];

interface Run {
  readonly server: Registrar['name'];
  readonly way: Way;
  readonly perSecond: number;
  /** Of one. */
  readonly cpuMs: CpuTimes;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly failed: number;
}

const runs: Undisturbed<Run>[] = [];
await standTogether<Registrar>([openProduct, openAsterisk, openKamailio, openBare], Number(values.rounds), {
  people,
  work,
});

const lines = ways.flatMap((way) => servers.map((server) => lineOf(server, way)));
const [, ...others] = servers;
const ratio = Object.fromEntries(
  ways.map((way) => [way, Object.fromEntries(others.map((other) => [other, ratioTo(other, way)]))]),
);
console.log(JSON.stringify({ ratio, phones: people, atOnce: LANES, runs: lines }, null, 2));
process.exit(lines.every(({ server, failed }) => server !== 'product' || failed === 0) ? 0 : 1);

async function work(all: readonly Registrar[]): Promise<void> {
  const sides = await Promise.all(all.map(sideOf));
  for (const { it, phones } of sides) await inLanes(phones, WARM_UP_MS, asked(it, 'challenge and proof'));
  for (let turn = 0; turn < Number(values.turns); turn++) {
    for (const way of ways) {
      for (const { it, phones } of sides) runs.push(await undisturbed(all, () => measure(it, phones, way)));
    }
  }
  for (const phone of sides.flatMap(({ phones }) => phones)) phone.close();
}

/** A server with its phones. */
async function sideOf(it: Registrar) {
  const registrar = { transport: 'udp', port: it.sipPort } as const;
  const phones = await Promise.all(
    Array.from({ length: people }, (_, index) =>
      openLoadPhone(extensionAt(index), registrar, { password: it.passwordAt(index) }),
    ),
  );
  return { it, phones };
}

/** What a phone does in one way; a program that reads nothing is sent as many messages of the same making. */
function asked({ name }: Registrar, way: Way): (phone: LoadPhone) => Promise<boolean> {
  return (phone) => {
    if (name === 'bare') return phone.echo(way === 'refresh' ? 1 : 2);
    if (way === 'challenge and proof') phone.forgetChallenge();
    return phone.register();
  };
}

async function measure(it: Registrar, phones: readonly LoadPhone[], way: Way): Promise<Run> {
  const before = await it.cpu();
  const from = performance.now();
  const { times, failed } = await inLanes(phones, measuredMs, asked(it, way));
  const lasted = performance.now() - from;
  const after = await it.cpu();
  return {
    server: it.name,
    way,
    failed,
    latencyMs: spread(times),
    perSecond: Math.round((times.length / lasted) * 1_000),
    cpuMs: cpuOfEach(before, after, times.length),
  };
}

/** All turns of all rounds in one way. */
function lineOf(server: Registrar['name'], way: Way) {
  const its = runs.filter((run) => run.server === server && run.way === way);
  return {
    server,
    way,
    perSecond: rangeOf(its.map(({ perSecond }) => perSecond)),
    ...cpuRange(its.map(({ cpuMs }) => cpuMs)),
    latencyP50: rangeOf(its.map(({ latencyMs }) => latencyMs.p50)),
    latencyP99: rangeOf(its.map(({ latencyMs }) => latencyMs.p99)),
    failed: sum(its.map(({ failed }) => failed)),
    others: Math.max(...its.map(({ othersPercent }) => othersPercent)),
  };
}

function ratioTo(other: Registrar['name'], way: Way) {
  const [ours, theirs] = [lineOf('product', way), lineOf(other, way)];
  return {
    perSecond: round(ours.perSecond.median / theirs.perSecond.median, 2),
    cpu: round(ours.cpu.median / theirs.cpu.median, 2),
  };
}
