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
import { extensionAt } from './names.ts';

const { values } = parseArgs({ options: { phones: { type: 'string', default: '1000' } } });
const phoneCount = Number(values.phones);
const KINDS = ['bare', 'engine'] as const;

const runs = [];
for (const kind of KINDS) {
  const server = await SipServer.start({ kind, extensions: kind === 'engine' ? phoneCount : 0 });
  runs.push({ server: kind, ...(await storm(server, kind)) });
  await server.stop();
}
const [bare, ours] = runs;
const ratio = round((ours?.seconds ?? Number.NaN) / (bare?.seconds ?? Number.NaN), 2);
console.log(JSON.stringify({ phones: phoneCount, ratio, runs }, null, 2));
process.exit(runs.every(({ failed }) => failed === 0) ? 0 : 1);

async function storm(server: SipServer, kind: (typeof KINDS)[number]) {
  const phones: LoadPhone[] = [];
  const from = performance.now();
  const times = await Promise.all(
    Array.from({ length: phoneCount }, async (_, index) => {
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
  const registered = times.filter((time) => time !== undefined);
  return { seconds, failed: phoneCount - registered.length, readyAfterMs: spread(registered) };
}
