import { api, basePrefix, type Endpoint, jobTicket, problemBody } from '@alo/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** The API's description, made from the contract, and pages to read it: `/docs`, `/docs/json`. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      // Swagger UI styles its elements inline; it is a page of its own and shows nothing of a tenant.
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      );
    });
    await docs.register(swagger, {
      mode: 'static',
      // The plugin's type knows OpenAPI 3.0 by a hand-written type; 3.1 has the schemas that zod writes.
      specification: { document: describeApi() as never },
    });
    await docs.register(swaggerUi, { routePrefix: '/docs', uiConfig: { docExpansion: 'list', filter: true } });
  });
}

/** OpenAPI 3.1 of every call in the contract. */
export function describeApi(endpoints: readonly Endpoint[] = api) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = `${basePrefix[endpoint.base]}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint, path) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Alô', version: '1', description: 'Call-centre console: HTTP API.' },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(problemBody, 'output') },
    },
    paths,
  };
}

function describe(endpoint: Endpoint, path: string) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = schemaOf(endpoint.query, 'input');
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }));
  const body = schemaOf(endpoint.body, 'input');
  const ok =
    endpoint.answers === 'file' || endpoint.answers === 'file or job'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(endpoint.result, 'output') } };
  return {
    summary: endpoint.summary,
    tags: [endpoint.base],
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }], 'x-permission': endpoint.access }),
    parameters: [...inPath, ...inQuery],
    ...(Object.keys(body.properties ?? {}).length === 0
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: { description: 'Done', content: ok },
      ...(endpoint.answers === 'file or job'
        ? {
            202: {
              description: 'Too much for an answer: a job writes the file',
              content: { 'application/json': { schema: schemaOf(jobTicket, 'output') } },
            },
          }
        : {}),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

/** A `Date` is on the wire what `toJSON` makes of it; zod has no JSON schema for one. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => void delete jsonSchema.$schema,
  });
}
