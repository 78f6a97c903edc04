import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** One line a request: the route's pattern, never the address itself, which may hold a phone number or a ticket. */
export function logRequests(app: FastifyInstance, log: FastifyBaseLogger): void {
  // Each value is named here and none is a secret: to look for some in every line costs as much as to write it.
  const lines = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { caller } = request;
    lines.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller === undefined ? {} : { tenant: caller.tenantCode, account: caller.accountId }),
      },
      'request',
    );
    done();
  });
}
