/**
 * Every phone of a call centre at once, as after a cut of the network: all connect by WebSocket and register, challenge and proof.
 * Seconds until the last one is registered; none may fail. Beside it the same connections and as many messages with a bare `ws`
 * server that echoes. `ratio` is the engine's time to the bare server's. Prints one JSON object.
 *
 *   node tests/load/register-storm.ts [--phones=1000]
 */
import { parseArgs } from 'node:util';
import { round, SipServer, spread } from './generator.ts';
import { type LoadPhone, openLoadPhone } from './load-phone.ts';
import { extensionAt } from './sip-tenant.ts';

const { values } = parseArgs({ options: { phones: { type: 'string', default: '1000' } } });
const phoneCount = Number(values.phones);
/** Enough for the phones' code to be as warm for the first storm as for the second. The servers are as they start. */
const WARM_UP_PHONES = 100;

await storm('bare', WARM_UP_PHONES);
const bare = await storm('bare', phoneCount);
const engine = await storm('engine', phoneCount);
const ratio = round(engine.seconds / bare.seconds, 2);
console.log(JSON.stringify({ phones: phoneCount, ratio, runs: [engine, bare] }, null, 2));
process.exit(engine.failed + bare.failed === 0 ? 0 : 1);

async function storm(kind: 'engine' | 'bare', count: number) {
  const server = await SipServer.start({ kind, lines: kind === 'engine' ? count : 0 });
  const phones: LoadPhone[] = [];
  const from = performance.now();
  const times = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      try {
        const phone = await openLoadPhone(extensionAt(index), 'ws', server.ready.webPort);
        phones.push(phone);
        const good = await (kind === 'engine' ? phone.register() : phone.echo(2));
        return good ? performance.now() - from : undefined;
      } catch {
        return undefined; // Refused or cut off: it is counted.
      }
    }),
  );
  const seconds = round((performance.now() - from) / 1000, 2);
  for (const phone of phones) phone.close();
  await server.stop();
  const registered = times.filter((time) => time !== undefined);
  return { server: kind, seconds, failed: count - registered.length, readyAfterMs: spread(registered) };
}
