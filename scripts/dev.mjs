/**
 * The console from its sources on ALO_PORT, with what belongs to the server passed on to one behind it that is started
 * again at each change. Run by start.mjs under the pinned Node.js.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

const [serverProgram = ''] = process.argv.slice(2);
const port = Number(process.env['ALO_PORT'] ?? 8080);
const serverPort = port + 1;

/** The first words of every path that the server answers. */
const ofTheServer = '^/(identity|api|admin|telephony|etelecom|docs|live|sip|config\\.json|healthz|readyz)([/?]|$)';

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', serverProgram], {
  stdio: 'inherit',
  env: { ...process.env, ALO_PORT: String(serverPort) },
});
const vite = await createServer({
  root: join(import.meta.dirname, '..', 'apps', 'web'),
  server: {
    port,
    strictPort: true,
    proxy: { [ofTheServer]: { target: `http://localhost:${serverPort}`, ws: true } },
  },
});
await vite.listen();
vite.printUrls();

let stopping = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stopping = true;
    server.kill(signal);
  });
}
server.once('exit', (code) => {
  process.exitCode = stopping ? 0 : (code ?? 1);
  void vite.close();
});
