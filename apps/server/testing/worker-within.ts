import { startWorker } from '../src/compose/start-worker.ts';
import { openLog } from '../src/http/log.ts';
import type { TestApp } from './app.ts';

type Options = Parameters<typeof startWorker>[0];

/** The worker of an app in the test's own process; `otherwise` is what it has in place of what is usual. */
export const workerWithin = (app: TestApp, otherwise: Partial<Options> = {}): ReturnType<typeof startWorker> =>
  startWorker({
    databaseUrl: app.url,
    queueUrl: app.url,
    dataFolder: app.filesFolder,
    files: app.files,
    key: app.serverKey,
    webhookHosts: [],
    mail: app.mail,
    sheets: { base: 'https://docs.google.com' },
    log: openLog('silent'),
    ...otherwise,
  });
