import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

import { moment } from './steady-events.ts';

/** A bare server: what happens it says at once to everybody of a company, in as many bytes as ours needs for it. */
const [given] = process.argv.slice(2);
const { bytes, everyMs, seconds } = JSON.parse(given ?? '') as { bytes: number; everyMs: number; seconds: number }; // from `events.ts`
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, backlog: 4_096 });
server.once('listening', () => {
  process.send?.({ address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }); // it was listened to
});
process.once('disconnect', () => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});
process.on('message', () => {
  let number = 0;
  const all = (seconds * 1_000) / everyMs;
  const begun = moment();
  const timer = setInterval(() => {
    // One that is late is made up for.
    for (const due = Math.min(all, (moment() - begun) / everyMs); number < due; number += 1) {
      const text = `{"number":${number + 1},"detail":{"reason":"bench ${moment()}"},"more":"`.padEnd(bytes - 2, 'x');
      const whole = Buffer.from(`${text}"}`);
      for (const socket of server.clients) socket.send(whole, { binary: false });
    }
    if (number >= all) {
      clearInterval(timer);
      process.send?.({ told: number });
    }
  }, everyMs);
});
