/**
 * Every phone of a call centre at once, as after a cut of the network: all connect by WebSocket and register, challenge and proof.
 * Seconds until the last one is registered; none may fail. Beside it the same connections and as many messages with a bare `ws`
 * server that echoes. `ratio` is the engine's time to the bare server's. Prints one JSON object.
 *
 *   node tests/load/register-storm.ts [--phones=1000]
 */
import { parseArgs } from 'node:util';
import { round, SipServer, spread } from './generator.ts';
import { openLoadPhone, webDoor } from './load-phone.ts';
import { registerAtOnce } from './register-at-once.ts';
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
  const { seconds, times, failed } = await registerAtOnce(
    count,
    (index) => openLoadPhone(extensionAt(index), webDoor(server.ready.webPort)),
    (phone) => (kind === 'engine' ? phone.register() : phone.echo(2)),
  );
  await server.stop();
  return { server: kind, seconds, failed, readyAfterMs: spread(times) };
}
