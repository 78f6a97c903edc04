import type { EngineStatus } from '@alo/engine';
import type { FastifyInstance } from 'fastify';

/** What the server is made of, for those who watch it. */
export interface Health {
  /** Rejects while the database does not answer. */
  readonly db: { ping(): Promise<void> };
  /** The telephony engine; while it starts or is down nobody can be called, so the server is not ready. */
  readonly engineStatus: () => EngineStatus;
}

/** `/healthz`: the process answers. `/readyz`: it can serve; 503 where the database does not answer or it is stopping. */
export function serveHealth(app: FastifyInstance, { db, engineStatus }: Health): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const database = await db.ping().then(
      () => 'up' as const,
      (error: unknown) => {
        request.log.warn({ err: error }, 'database not ready');
        return 'down' as const;
      },
    );
    const ready = database === 'up' && engineStatus() === 'up' && !stopping;
    if (!ready) reply.code(503).header('retry-after', 1);
    return { status: ready ? 'ready' : 'not ready', database, engine: engineStatus(), stopping };
  });
}
