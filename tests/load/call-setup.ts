/**
 * Calls set up through the engine at a rising rate: INVITE of a carrier over UDP, a leg to a registered phone that rings and
 * answers at once, one RTP packet each way, BYE. `setUpMs` is INVITE to 200 as the caller sees it, `answersMs` how long the
 * engine's process lets a question of its parent wait meanwhile, which shows a busy event loop. Beside it the same phones at the
 * highest rate over a bare forwarder of datagrams. Afterwards nothing may be left over in the engine. Prints one JSON object.
 *
 *   node tests/load/call-setup.ts [--rates=20,50,100] [--seconds=4]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { TestPhone } from '@alo/testing';
import { round, SipServer, spread } from './generator.ts';
import { OnePacketAudio } from './one-packet-audio.ts';
import { carrier, domain, extensionAt, numberAt, password } from './sip-tenant.ts';

const { values } = parseArgs({
  options: { rates: { type: 'string', default: '20,50,100' }, seconds: { type: 'string', default: '4' } },
});
/** Each has a caller and a phone that answers. */
const LINES = 10;
const TALK_MS = 100;
const ASK_EVERY_MS = 50;
const SETTLE_MS = 3_000;
const rates = values.rates.split(',').map(Number);
const seconds = Number(values.seconds);

type Phone = TestPhone<OnePacketAudio>;

const bare = await SipServer.start({ kind: 'bare', lines: LINES });
const limit = await load(bare, await openCallers(bare), Math.max(...rates), Math.min(seconds, 2));
await bare.stop();

const engine = await SipServer.start({ kind: 'engine', lines: LINES });
const callers = await openCallers(engine);
await load(engine, callers, 50, 1); // Warms up.
await quiet(engine);
const descriptors = engine.descriptors;
const runs = [];
for (const rate of rates) {
  const watch = watchAnswers(engine);
  const run = await load(engine, callers, rate, seconds);
  runs.push({ server: 'engine', ...run, answersMs: spread(await watch.stop()) });
}
const legsLeftOver = await quiet(engine);
const descriptorsLeftOver = engine.descriptors - descriptors;
await engine.stop();
const all = [...runs, { server: 'bare', ...limit }];
console.log(JSON.stringify({ lines: LINES, talkMs: TALK_MS, legsLeftOver, descriptorsLeftOver, runs: all }, null, 2));
process.exit(all.every(({ failed }) => failed === 0) && legsLeftOver === 0 ? 0 : 1);

/** Callers whose calls to the number of the same index are answered from here on. */
async function openCallers(server: SipServer): Promise<readonly Phone[]> {
  return Promise.all(
    Array.from({ length: LINES }, async (_, index) => {
      const { sipPort, lines } = server.ready;
      const [callerPort, calleePort] = lines[index] ?? [sipPort, sipPort];
      const callee = await openPhone(extensionAt(index), '127.0.0.1', calleePort);
      if (lines[index] !== undefined)
        callee.sendRaw(Buffer.from('\r\n\r\n')); // Tells the forwarder where it is.
      else if ((await callee.register()).status !== 200) throw new Error('a phone could not register');
      void answer(callee); // Until the program ends.
      return openPhone('0901234567', carrier, callerPort);
    }),
  );
}

function openPhone(user: string, from: string, port: number): Promise<Phone> {
  const server = { transport: 'udp', host: '127.0.0.1', port, from } as const;
  return TestPhone.open({ server, domain, user, password, newAudio: async () => new OnePacketAudio(from) });
}

async function answer(phone: Phone): Promise<never> {
  for (;;) {
    const call = await phone.nextCall(60_000);
    call.ring();
    await call.answer();
  }
}

async function load(server: SipServer, phones: readonly Phone[], rate: number, lasts: number) {
  const count = rate * lasts;
  const cpuBefore = server.cpuMs;
  const from = performance.now();
  const calls: Promise<number | string>[] = [];
  while (calls.length < count) {
    const due = Math.min(count, ((performance.now() - from) / 1000) * rate);
    while (calls.length < due) {
      const line = calls.length % LINES;
      const phone = phones[line];
      if (phone !== undefined) calls.push(call(phone, numberAt(line)));
    }
    await sleep(1);
  }
  const ends = await Promise.all(calls);
  const times = ends.filter((end) => typeof end === 'number');
  for (const why of new Set(ends.filter((end) => typeof end === 'string'))) console.error(`at ${rate}/s: ${why}`);
  return {
    callsPerSecond: rate,
    calls: count,
    failed: count - times.length,
    setUpMs: spread(times),
    cpuMsEach: round((server.cpuMs - cpuBefore) / count, 2),
  };
}

/** How long the set-up took, or why the call failed, at whatever point. */
async function call(phone: Phone, number: string): Promise<number | string> {
  try {
    const from = performance.now();
    const talk = await (await phone.call(number)).until('talking');
    const took = performance.now() - from;
    await sleep(TALK_MS);
    const status = await talk.hangUp();
    return status === 200 ? took : `BYE was answered ${status}`;
  } catch (error) {
    return String(error);
  }
}

/** Waits until every leg is gone, and tells how many are not after all that time. */
async function quiet(server: SipServer): Promise<number> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const { count } = await server.legs();
    if (count === 0 || performance.now() > until) return count;
    await sleep(50);
  }
}

/** Asks the engine's process again and again. */
function watchAnswers(server: SipServer): { stop(): Promise<readonly number[]> } {
  const times: number[] = [];
  let stopped = false;
  const asking = (async () => {
    while (!stopped) {
      times.push((await server.legs()).tookMs);
      await sleep(ASK_EVERY_MS);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await asking;
      return times;
    },
  };
}
