import { randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import type { LinkAddress } from './address.ts';
import { protocol, type ToEngine } from './channel.ts';
import { codeVersion } from './code-version.ts';
import { writeFrame } from './frames.ts';

/**
 * Says to the engine beside us that its next server is there, though it listens only later: what it does first, as to bring a large
 * database up to date, may take longer than calls go on without any. That server takes this one's place. Answers how to let go before.
 */
export function holdCalls({ socketPath, token }: LinkAddress): () => void {
  const socket = createConnection(socketPath);
  // Where no engine is, none has calls.
  socket.on('error', () => socket.destroy());
  socket.on('connect', () => {
    writeFrame(socket, {
      kind: 'hello',
      protocol,
      token,
      code: codeVersion(),
      server: randomUUID(),
    } satisfies ToEngine);
  });
  // A later listener is told the answer as well.
  socket.resume();
  return () => void socket.destroy();
}
