import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

import type { Done, Life } from './monitor-server.ts';
import { steadily } from './steady-events.ts';

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

async function live({ eventsPerSecond, seconds }: Life): Promise<void> {
  let seq = 0;
  const plan = Array.from({ length: eventsPerSecond * seconds }, (_, index) => ({
    atMs: (1000 * index) / eventsPerSecond,
    act: () => {
      seq += 1;
      const call = { id: String(index), stage: 'ringing' };
      const text = `{"seq":${seq},"topic":"monitor","type":"board-changed","data":{"calls":[${JSON.stringify(call)}],"gone":{"calls":[]},"more":"`;
      const whole = Buffer.from(`${text.padEnd(Number(bytes) - 3, 'x')}"}}`);
      for (const socket of server.clients) socket.send(whole, { binary: false });
      return `${index} comes`;
    },
  }));
  const done = await steadily(plan);
  setTimeout(() => process.send?.({ done } satisfies Done), 500);
}
