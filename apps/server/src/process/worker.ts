/**
 * A worker as a process of its own, which whoever started it keeps (keep-worker.ts). It ends with them: the channel
 * between the two closes the moment either is gone. `--idle-ms=…`: also when nobody wanted anything for so long.
 */
import { parseArgs } from 'node:util';
import { answerPings, outliveClosedOutput } from '@alo/engine-host/supervision';
import { installationFiles } from '../compose/start-files.ts';
import { startWorker } from '../compose/start-worker.ts';
import { readConfig } from '../config.ts';
import { openLog } from '../http/log.ts';
import { openMailer } from '../mail/mailer.ts';
import { serverKey } from '../storage/server-key.ts';

outliveClosedOutput();
// Whoever keeps it ends it where it does not answer: it hangs.
answerPings();
const { values } = parseArgs({ options: { 'idle-ms': { type: 'string' } } });
const idleMs = values['idle-ms'];
const config = readConfig(process.env);
const log = openLog(config.logLevel);
const { databaseUrl, databaseOwnerUrl } = config;
if (databaseUrl === undefined) throw new Error('Configuration: a worker needs DATABASE_URL');

const key = await serverKey(config.dataFolder);
const starting = startWorker({
  databaseUrl,
  queueUrl: databaseOwnerUrl ?? databaseUrl,
  files: async ({ db, bus }) => (await installationFiles({ config, db, bus, key })).files,
  dataFolder: config.dataFolder,
  natsUrls: config.natsUrls,
  key,
  webhookHosts: config.webhookHosts,
  offersTranscripts: config.offersTranscripts,
  mail: openMailer(config.mail),
  sheets: { base: config.sheetsUrl },
  ...(idleMs === undefined ? {} : { idle: { afterMs: Number(idleMs), tell: () => close() } }),
  log,
});
let closing = false;
/** Also one that has nothing to do before all of it has started. */
function close(): void {
  if (closing) return;
  closing = true;
  starting
    .then((worker) => worker.close())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the worker did not stop in order');
        process.exit(1);
      },
    );
}
process.on('disconnect', close);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close);
if (process.send !== undefined && !process.connected) close();
await starting;
// The parent may die at this moment: `disconnect` tells that, and it is no mistake of this process.
process.send?.('ready', undefined, {}, () => undefined);
