/**
 * What `npm start` runs: the engine and the server side by side, each watched and started again. A server that dies or is
 * replaced finds its calls where they were. SIGHUP, or another `npm start` on the same data, replaces the server.
 */
import { flushCompileCache } from 'node:module';
import { outliveClosedOutput } from '@alo/engine-host/supervision';
import { readConfig } from '../config.ts';
import { refuseUnfitFolder } from '../db/data-version.ts';
import { openLog } from '../http/log.ts';
import { closeFolder, makePrivateFiles } from '../storage/private-folder.ts';
import { keepFolder } from './keep-folder.ts';
import { startFailureText } from './start-failure.ts';

async function keep(): Promise<number> {
  outliveClosedOutput();
  const config = readConfig(process.env);
  await refuseUnfitFolder(config.dataFolder);
  makePrivateFiles();
  await closeFolder(config.dataFolder);
  const kept = await keepFolder(config, process.env, openLog(config.logLevel));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => kept.happens({ is: 'told', by: 'signal' }));
  process.on('disconnect', () => kept.happens({ is: 'told', by: 'parent' }));
  process.on('SIGHUP', () => kept.happens({ is: 'hung-up' }));
  return kept.over;
}

// Node.js keeps our code as it read it, beside what it made of it, until it is told to write down what is new (ADR 380).
flushCompileCache();
process.exitCode = await keep().catch((error: unknown) => {
  process.stderr.write(`${startFailureText(error, process.env['ALO_LOG_LEVEL'] === 'debug')}\n`);
  return 1;
});
if (process.connected) process.disconnect();
