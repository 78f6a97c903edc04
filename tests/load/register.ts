/**
 * REGISTER with digest through the engine, over UDP and over WebSocket: with a challenge each time (two messages, as browsers do
 * it) and as a refresh by a nonce that is known (one). Beside each a bare server that echoes as many messages of the same
 * making. Several phones wait for an answer at any time; `ratio` is the engine's rate to the bare server's, `cpuMsEach` the CPU
 * time of the process that answers. In turns, the best of each. Prints one JSON object.
 *
 *   node tests/load/register.ts [--seconds=0.6] [--phones=400]
 */
import { parseArgs } from 'node:util';
import { round, SipServer, spread } from './generator.ts';
import { type LoadPhone, openLoadPhone, webDoor } from './load-phone.ts';
import { inLanes, LANES } from './register-lanes.ts';
import { extensionAt } from './sip-tenant.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '0.6' }, phones: { type: 'string', default: '400' } },
});
/** Code is slow before it has run some thousand times. */
const WARM_UP_MS = 1_000;
const TURNS = 2;
const phoneCount = Number(values.phones);
const measuredMs = Number(values.seconds) * 1000;

const engine = await SipServer.start({ kind: 'engine', lines: phoneCount });
const bare = await SipServer.start({ kind: 'bare', lines: 0 });
const runs = [];
for (const transport of ['udp', 'ws'] as const) {
  const phones = await openPhones(engine, transport);
  const echoing = await openPhones(bare, transport);
  const register = (messages: 1 | 2) => (phone: LoadPhone) => {
    if (messages === 2) phone.forgetChallenge();
    return phone.register();
  };
  const echo = (messages: 1 | 2) => (phone: LoadPhone) => phone.echo(messages);
  await inLanes(phones, WARM_UP_MS, register(2));
  await inLanes(echoing, WARM_UP_MS / 2, echo(2));
  for (const messages of [2, 1] as const) {
    const turns = { bare: [] as Measured[], engine: [] as Measured[] };
    for (let turn = 0; turn < TURNS; turn++) {
      turns.bare.push(await measure(bare, echoing, echo(messages)));
      turns.engine.push(await measure(engine, phones, register(messages)));
    }
    const [limit, ours] = [bestOf(turns.bare), bestOf(turns.engine)];
    const what = messages === 2 ? 'challenge and proof' : 'refresh';
    runs.push({ server: 'engine', transport, what, ...ours, ratio: round(ours.perSecond / limit.perSecond, 2) });
    runs.push({ server: 'bare', transport, what, ...limit, ratio: 1 });
  }
  for (const phone of [...phones, ...echoing]) phone.close();
}
await Promise.all([engine.stop(), bare.stop()]);
console.log(JSON.stringify({ phones: phoneCount, atOnce: LANES, runs }, null, 2));
process.exit(runs.every(({ failed }) => failed === 0) ? 0 : 1);

interface Measured {
  readonly perSecond: number;
  readonly cpuMsEach: number;
  readonly latencyMs: { readonly p50: number; readonly p99: number };
  readonly failed: number;
}

function openPhones(server: SipServer, transport: 'udp' | 'ws'): Promise<LoadPhone[]> {
  const { sipPort, webPort } = server.ready;
  const registrar = transport === 'ws' ? webDoor(webPort) : { transport, port: sipPort };
  const indices = Array.from({ length: phoneCount }, (_, index) => index);
  return Promise.all(indices.map((index) => openLoadPhone(extensionAt(index), registrar)));
}

async function measure(
  server: SipServer,
  phones: readonly LoadPhone[],
  act: (phone: LoadPhone) => Promise<boolean>,
): Promise<Measured> {
  const cpuBefore = server.cpuMs;
  const from = performance.now();
  const { times, failed } = await inLanes(phones, measuredMs, act);
  const lasted = performance.now() - from;
  return {
    perSecond: Math.round((times.length / lasted) * 1000),
    cpuMsEach: round((server.cpuMs - cpuBefore) / times.length, 3),
    latencyMs: spread(times),
    failed,
  };
}

/** The other programs of the machine only ever make a run slower; what failed in any counts. */
function bestOf(measured: readonly Measured[]): Measured {
  const [best] = measured.toSorted((a, b) => b.perSecond - a.perSecond);
  if (best === undefined) throw new Error('nothing was measured');
  return { ...best, failed: measured.reduce((sum, { failed }) => sum + failed, 0) };
}
