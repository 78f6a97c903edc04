import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

import { hasCode } from '../kernel/has-code.ts';

/** How a server is started: the code of one version, and its settings. */
const launch = z.object({
  program: z.string(),
  node: z.string(),
  environment: z.record(z.string(), z.string().optional()),
});
export type Launch = z.infer<typeof launch>;

/**
 * Asks the keeper that runs on this data folder to go on with our version. What became of it, in a sentence for whoever typed
 * `npm start`; undefined where none runs.
 */
export async function takeOver(path: string, next: Launch): Promise<string | undefined> {
  const socket = createConnection({ path, allowHalfOpen: true });
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ECONNREFUSED')) return undefined;
    throw error;
  }
  socket.end(JSON.stringify(next));
  return text(socket);
}

/** Waits for later versions at `path`; `replace` resolves when the next one serves. */
export async function waitForSuccessor(path: string, replace: (next: Launch) => Promise<void>): Promise<Server> {
  await rm(path, { force: true }); // Of a keeper that was killed: nobody answered there.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    void text(socket)
      .then((given) => replace(launch.parse(JSON.parse(given))))
      .then(
        () =>
          socket.end(
            `Alô đang chạy (tiến trình ${process.pid}) đã chuyển sang phiên bản này, không ngắt cuộc gọi nào.`,
          ),
        (error: unknown) => socket.end(`Không chuyển sang phiên bản này được: ${String(error)}`),
      );
  });
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  return server;
}
