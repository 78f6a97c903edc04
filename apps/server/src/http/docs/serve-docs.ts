import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

import { describeApi } from './describe-api.ts';
import { describeEvents } from './describe-events.ts';
import { describeLive } from './describe-live.ts';

/**
 * The API's description, made from the contract when somebody asks for it, and pages to read it: `/docs`, `/docs/json`. The live
 * socket's is beside it, `/docs/live.json`, and that of what programs are told, `/docs/events.json`.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      // Swagger UI styles its elements inline; it is a page of its own and shows nothing of a tenant.
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
    });
    docs.get('/docs/live.json', async () => describeLive());
    docs.get('/docs/events.json', async () => describeEvents());
    let description: ReturnType<typeof describeApi> | undefined;
    let described: Awaited<typeof description>;
    // Before whoever shows it asks for it.
    docs.addHook('preHandler', async () => {
      described = await (description ??= describeApi());
    });
    await docs.register(swagger, {
      openapi: {},
      // The plugin's type knows OpenAPI 3.0 by a hand-written type; 3.1 has the schemas that zod writes.
      transformObject: () => described as never,
    });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { docExpansion: 'list', filter: true },
    });
  });
}
