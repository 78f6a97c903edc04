/**
 * The console from its sources on ALO_PORT, and behind it a server that is started again whenever one of its own sources
 * changes. Run by start.mjs under the pinned Node.js.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');
const [serverProgram = ''] = process.argv.slice(2);
const port = Number(process.env['ALO_PORT'] ?? 8080);
const serverPort = port + 1;
/** Editors write a file in several steps. */
const quietMs = 200;

let stopping = false;
let server = startServer();

// Not `node --watch`: it makes every child process report what it imports, the engine's to ours as well.
/** @type {NodeJS.Timeout | undefined} */
let pending;
for (const folder of ['apps/server', 'packages']) {
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (file === null || !file.endsWith('.ts') || /\.test\.ts$|node_modules/.test(file)) return;
    clearTimeout(pending);
    pending = setTimeout(restart, quietMs, file);
  });
}

process.env['ALO_DEV_SERVER'] = `http://localhost:${serverPort}`;
const vite = await createServer({ root: join(root, 'apps', 'web'), server: { port, strictPort: true } });
await vite.listen();
console.log(`The console from its sources: http://localhost:${port}`);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stopping = true;
    if (!server.kill(signal)) process.exit();
  });
}

function startServer() {
  const child = spawn(process.execPath, [serverProgram], {
    stdio: 'inherit',
    env: { ...process.env, ALO_PORT: String(serverPort) },
  });
  child.once('exit', (code) => {
    if (stopping) process.exit(code ?? 0);
    else if (code !== null && code !== 0)
      console.error(`The server ended (${code}); it starts again at the next change.`);
  });
  return child;
}

/** @param {string} file what changed */
function restart(file) {
  console.log(`${file} changed, starting the server again`);
  const next = () => {
    if (!stopping) server = startServer();
  };
  if (server.exitCode !== null || server.signalCode !== null) next();
  else {
    server.once('exit', next);
    server.kill('SIGTERM');
  }
}
