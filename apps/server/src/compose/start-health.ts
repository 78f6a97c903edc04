import fastify, { type FastifyBaseLogger, LogController } from 'fastify';

import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { addressOf } from '../http/address-of.ts';
import { answerErrors } from '../http/errors.ts';
import { serveHealth } from '../http/health.ts';
import { lateRefusals } from '../http/late-refusals.ts';
import { serveMetrics } from '../http/metrics.ts';
import type { DiskReport } from '../storage/disk-watch.ts';
import { withoutTelephony } from '../switchboard/without-telephony.ts';
import { historyBehind } from './history-behind.ts';
import { countFigures } from './installation-metrics.ts';
import type { Calls } from './start-calls.ts';

/**
 * `/healthz`, `/readyz` and `/metrics` of a process that has no console, for those who watch it. Answers where they are. Closed by
 * `opened`.
 */
export async function startHealth({
  config,
  port,
  db,
  calls,
  disk,
  log,
  opened,
}: {
  config: Pick<Config, 'host' | 'metricsToken'>;
  port: number;
  db: Db;
  /** Undefined where they run in another process. */
  calls: Calls | undefined;
  disk: () => DiskReport;
  log: FastifyBaseLogger;
  opened: AsyncDisposableStack;
}): Promise<string> {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_024,
    requestTimeout: 10_000,
    return503OnClosing: false,
  });
  answerErrors(app, lateRefusals());
  const engine = calls?.engine ?? withoutTelephony.engine;
  serveHealth(
    app,
    {
      db,
      engineStatus: engine.status,
      engineAwayMs: engine.awayMs,
      isDraining: engine.isDraining,
      isFollowed: engine.isFollowed,
      isEmptied: engine.isEmptied,
      diskWords: () => disk().words,
      historyBehind: () => historyBehind(calls),
    },
    () => false,
  );
  if (config.metricsToken !== undefined) {
    const figures = () => countFigures({ db, calls, mistakes: undefined });
    serveMetrics(app, { token: config.metricsToken, figures });
  }
  opened.defer(() => app.close());
  await app.listen({ port, host: config.host });
  return addressOf(config.host, app.server.address());
}
