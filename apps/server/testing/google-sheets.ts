import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { testApp } from './app.ts';
import { testImports } from './imports.ts';
import { workerWithin } from './worker-within.ts';

/** For what hangs, not for what is slow. */
const longMs = 60_000;
const momentMs = 300;

/** A company whose sheets are read from a server of the test, which answers in Google's place at `host`; `disk` and `patience` are the worker's. */
export async function testSheets(answers: RequestListener) {
  const server = createServer(answers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const app = await testApp();
  const demo = await app.tenant('demo');
  await demo.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' });
  const disk = { isFull: false };
  const patience = { ms: longMs };
  const worker = await workerWithin(app, {
    files: {
      ...app.files,
      async put(key, content) {
        if (disk.isFull) throw new Error('ENOSPC');
        return app.files.put(key, content);
      },
    },
    sheets: {
      base: `http://${host}`,
      get withinMs() {
        return patience.ms;
      },
      pausesMs: [5],
      mostBytes: 100_000,
    },
  });
  return {
    app,
    demo,
    host,
    disk,
    /** Does something while it waits for an answer for a moment only: for one that never comes. */
    async withoutPatience<T>(act: () => Promise<T>): Promise<T> {
      patience.ms = momentMs;
      try {
        return await act();
      } finally {
        patience.ms = longMs;
      }
    },
    worker,
    imports: testImports(app, demo),
    async close() {
      await worker.close();
      await app.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
