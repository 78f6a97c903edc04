import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineSuite } from '@alo/engine/suite';
import { createAsteriskEngine } from '@alo/engine-asterisk';
import { runAsterisk } from './running-asterisk.ts';

engineSuite('Asterisk', async () => {
  const asterisk = await runAsterisk();
  const { url, user, password, app, sipPort, outside, inside } = asterisk;
  const recordings = await mkdtemp(join(tmpdir(), 'alo-asterisk-engine-'));
  const files = {
    promptsFolder: join(outside, 'prompts'),
    companyPromptsFolder: join(outside, 'company'),
    recordingsFolder: recordings,
  };
  await mkdir(files.promptsFolder, { recursive: true });
  const engine = createAsteriskEngine({
    files,
    shortestRegistrationSeconds: 2,
    asterisk: {
      ...{ url, user, password, app, sipPort, tlsPort: null, wssPort: null, browsers: 'plain' },
      ...{ promptsFolder: join(inside, 'prompts'), companyPromptsFolder: join(inside, 'company') },
    },
  });
  return {
    engine: {
      ...engine,
      async close() {
        await engine.close();
        await asterisk.close();
      },
    },
    files,
    shortestRegistrationSeconds: 2,
    server: (transport) => ({ transport, host: '127.0.0.1', port: sipPort }),
    kill: () => asterisk.kill(),
  };
});
