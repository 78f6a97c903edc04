import type { FastifyInstance } from 'fastify';

/** One line a request: the route's pattern, never the address itself, which may hold a phone number or a ticket. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller === undefined ? {} : { tenant: caller.tenantCode, account: caller.accountId }),
      },
      'request',
    );
  });
}
