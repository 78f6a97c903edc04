import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineSuite } from '@alo/engine-suite';
import { createSipEngine } from './index.ts';

engineSuite('our own switch', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-engine-'));
  const files = { promptsFolder: join(folder, 'prompts'), recordingsFolder: join(folder, 'recordings') };
  const engine = createSipEngine({ files, sipPort: 0, shortestRegistrationSeconds: 2 });
  return {
    engine,
    files,
    shortestRegistrationSeconds: 2,
    server: (transport) => ({ transport, host: '127.0.0.1', port: engine.listening?.sipPort ?? 0 }),
    kill: () => {
      if (engine.pid !== null) process.kill(engine.pid, 'SIGKILL');
    },
  };
});
