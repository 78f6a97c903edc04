import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

import type { Done } from './monitor-server.ts';
import { happeningsOf, type Life, steadily } from './steady-events.ts';

/** A bare server: what happens it says to everybody at once, in as many bytes as ours needs for it. */
const [bytes] = process.argv.slice(2);
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, backlog: 4_096 });
server.once('listening', () => {
  // It was listened to.
  process.send?.({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});
process.on('message', (message) => {
  const { eventsPerSecond, seconds } = Object(message) as Partial<Life>;
  if (eventsPerSecond !== undefined && seconds !== undefined) void live({ eventsPerSecond, seconds });
});

async function live(life: Life): Promise<void> {
  let seq = 0;
  const done = await steadily(
    happeningsOf(life).map(({ call, what, atMs }) => ({
      atMs,
      act: () => {
        seq += 1;
        const [stage, gone] = [what === 'talks' ? 'talking' : 'ringing', what === 'ends' ? `"${call}"` : ''];
        const calls = what === 'ends' ? '' : `{"id":"${call}","stage":"${stage}"}`;
        const data = `{"calls":[${calls}],"gone":{"calls":[${gone}]},"more":"`;
        const text = `{"seq":${seq},"topic":"monitor","type":"board-changed","data":${data}`.padEnd(
          Number(bytes) - 3,
          'x',
        );
        const whole = Buffer.from(`${text}"}}`);
        for (const socket of server.clients) socket.send(whole, { binary: false });
        return `${call} ${what}`;
      },
    })),
  );
  setTimeout(() => process.send?.({ done } satisfies Done), 2_000);
}
