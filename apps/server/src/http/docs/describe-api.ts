import { setImmediate as turn } from 'node:timers/promises';
import {
  basePrefix,
  type Endpoint,
  jobTicket,
  type Multipart,
  namesIn,
  needsOf,
  type Operation,
  operations,
  type ProblemCode,
  problemBody,
  problems,
  screens,
} from '@alo/contract';
import type { z } from 'zod';
import { productVersion } from '../../kernel/product-version.ts';

import { componentsOf, namedSchema, schemaOf } from './json-schema.ts';

/** OpenAPI 3.1 of every call in the contract. It takes a fifth of a second in all, and lets everything else go on meanwhile. */
export async function describeApi(described: readonly Operation[] = operations) {
  const used = new Map<string, z.core.$ZodType>([['ProblemBody', problemBody]]);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of described) {
    await turn();
    const { endpoint } = operation;
    const path = pathOf(endpoint).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(operation, used) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Alô',
      version: productVersion,
      description: 'Call-centre console: the HTTP API. What a person must have for a call stands in `x-access`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    security: [{ bearer: [] }],
    tags: [...new Set(described.map(({ tag }) => tag))].map((tag) => ({ name: tag, description: tagWords(tag) })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers.' },
      },
      responses: Object.fromEntries(statuses.map((status) => [`Problem${status}`, problemResponse(status)])),
      schemas: await componentsOf(used),
    },
  };
}

const pathOf = ({ base, path }: Endpoint) => `${basePrefix[base]}${path}`;

function describe({ id, tag, endpoint }: Operation, used: Map<string, z.core.$ZodType>) {
  const { access } = endpoint;
  const body = requestBody(endpoint, used);
  return {
    operationId: id,
    summary: endpoint.summary,
    tags: [tag],
    ...(access === 'public' ? { security: [] } : { 'x-access': needsOf(access), 'x-permission': access }),
    parameters: parametersOf(endpoint, used),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      [endpoint.answers === 'job' ? 202 : 200]: { description: 'Done', content: answerOf(endpoint, used) },
      ...(endpoint.answers === 'file or job'
        ? {
            202: {
              description: 'Too much for an answer: a job writes the file',
              content: { 'application/json': { schema: namedSchema(jobTicket, 'output', used) } },
            },
          }
        : {}),
      ...Object.fromEntries(
        refusalsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  };
}

function parametersOf(endpoint: Endpoint, used: Map<string, z.core.$ZodType>) {
  const params = schemaOf(endpoint.params, 'input', used).properties ?? {};
  const query = schemaOf(endpoint.query, 'input', used);
  const { tenantIn } = endpoint;
  const company = { type: 'string', examples: ['demo'] };
  return [
    ...namesIn(pathOf(endpoint)).map((name) => ({
      name,
      in: 'path',
      required: true,
      description: params[name] === undefined ? "The company's code: the token's own" : wordsOf(params[name], name),
      schema: params[name] ?? company,
    })),
    ...(tenantIn?.part === 'query'
      ? [
          {
            name: tenantIn.name,
            in: 'query',
            required: true,
            description: "The company's code: the token's own",
            schema: company,
          },
        ]
      : []),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      description: wordsOf(schema, name),
      schema,
    })),
  ];
}

const wordsOf = (schema: z.core.JSONSchema._JSONSchema, name: string) =>
  (typeof schema === 'object' ? schema.description : undefined) ??
  (name === 'id' ? 'Which one' : `Only those whose ${name.replace(/_id$/, '').replaceAll('_', ' ')} is this`);

function requestBody({ accepts, body, tenantIn }: Endpoint, used: Map<string, z.core.$ZodType>) {
  const schema = schemaOf(body, 'input', used);
  const company =
    tenantIn?.part === 'body' ? { [tenantIn.name]: { type: 'string', description: "The company's code" } } : {};
  const properties = { ...schema.properties, ...company };
  if (accepts !== 'json')
    return { required: true, content: { 'multipart/form-data': { schema: form(schema, accepts) } } };
  if (Object.keys(properties).length === 0) return undefined;
  if (tenantIn?.part !== 'body')
    return { required: true, content: { 'application/json': { schema: namedSchema(body, 'input', used) } } };
  return { required: true, content: { 'application/json': { schema: { ...schema, properties } } } };
}

function form(schema: z.core.JSONSchema.JSONSchema, { files, maxBytes, types }: Multipart) {
  const file = { type: 'string', contentMediaType: types.join(', '), description: `At most ${maxBytes} bytes` };
  return {
    ...schema,
    properties: { ...schema.properties, ...Object.fromEntries(files.map((name) => [name, file])) },
    required: [...(schema.required ?? []), ...files],
  };
}

function answerOf({ answers, result }: Endpoint, used: Map<string, z.core.$ZodType>) {
  if (answers === 'file' || answers === 'file or job') {
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  }
  return { 'application/json': { schema: namedSchema(result, 'output', used) } };
}

const codes = Object.keys(problems) as ProblemCode[];
const statuses = [...new Set(codes.map((code) => problems[code].status))];

/** The statuses that a call may be refused with. */
function refusalsOf(endpoint: Endpoint): number[] {
  const { access, method, accepts } = endpoint;
  return statuses.filter((status) => {
    switch (status) {
      case 401:
        return access !== 'public';
      case 403:
        return access !== 'public' && access !== 'general';
      case 404:
        return namesIn(pathOf(endpoint)).length > 0 || endpoint.tenantIn !== undefined;
      case 409:
      case 422:
        return method !== 'GET';
      case 413:
      case 415:
        return method !== 'GET' || accepts !== 'json';
      default:
        return true;
    }
  });
}

function problemResponse(status: number) {
  const these = codes.filter((code) => problems[code].status === status);
  const [first] = these;
  return {
    description: these.map((code) => `\`${code}\`: ${problems[code].message}`).join('; '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ProblemBody' },
        example: {
          code: first,
          message: first === undefined ? '' : problems[first].message,
          request_id: '01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11',
          fields: status === 422 ? { name: 'Thông tin không được để trống' } : {},
          used_by: [],
        },
      },
    },
  };
}

const baseWords: Readonly<Record<string, string>> = {
  identity: 'Signing in, before the company is known',
  tenant: "The company's own calls",
  admin: 'The installation',
  telephony: 'The switchboard, as the specification addresses it',
  etelecom: 'The calls of an outside vendor’s service, answered with our rows',
};

const tagWords = (tag: string): string =>
  baseWords[tag] ?? Object.entries(screens).find(([screen]) => screen === tag)?.[1].label ?? tag;
