import { engineSuite } from '@alo/engine-suite';
import { engineOnAsterisk } from './engine-on-asterisk.ts';

engineSuite('Asterisk', async () => {
  const { asterisk, engine, files, close } = await engineOnAsterisk('plain');
  return {
    engine: { ...engine, close },
    files,
    shortestRegistrationSeconds: 2,
    server: (transport) => ({ transport, host: '127.0.0.1', port: asterisk.sipPort }),
    kill: () => asterisk.kill(),
  };
});
