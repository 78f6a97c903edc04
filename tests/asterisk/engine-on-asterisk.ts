import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAsteriskEngine } from '@alo/engine-asterisk';
import { runAsterisk } from './running-asterisk.ts';

/** An engine that has not been started, the Asterisk that carries its calls, and where both find sounds. */
export async function engineOnAsterisk(browsers: 'webrtc' | 'plain') {
  const asterisk = await runAsterisk();
  const { url, user, password, app, sipPort, outside, inside } = asterisk;
  const files = {
    promptsFolder: join(outside, 'prompts'),
    companyPromptsFolder: join(outside, 'company'),
    recordingsFolder: await mkdtemp(join(tmpdir(), 'alo-asterisk-engine-')),
  };
  await mkdir(files.promptsFolder);
  const engine = createAsteriskEngine({
    files,
    shortestRegistrationSeconds: 2,
    asterisk: {
      url,
      user,
      password,
      app,
      sipPort,
      tlsPort: null,
      wssPort: null,
      browsers,
      promptsFolder: join(inside, 'prompts'),
      companyPromptsFolder: join(inside, 'company'),
    },
  });
  return {
    asterisk,
    engine,
    files,
    async close() {
      await engine.close();
      await asterisk.close();
    },
  };
}
