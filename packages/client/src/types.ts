import type { components, operations } from './api.ts';

/** The calls of the API that this client knows, by the names that its description gives them. */
export type OperationId = keyof operations;

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;

/** What a call answers. */
export type Answer<Id extends OperationId> = operations[Id] extends { responses: { 200: infer Done } }
  ? Json<Done>
  : never;

/** What is sent with it. */
export type Body<Id extends OperationId> = operations[Id] extends { requestBody: infer Sent } ? Json<Sent> : undefined;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
/** What its address names besides the company. */
export type Params<Id extends OperationId> =
  Parameters<Id> extends { path: infer Names } ? Omit<Names, 'ma_dn'> : Record<never, never>;
/** What it asks for. */
export type Query<Id extends OperationId> = Parameters<Id> extends { query?: infer Names } ? Names : undefined;

/** Something that happened in the company. */
export type CompanyEvent = Answer<'readEvents'>['data'][number];

/** What a webhook posts. */
export type WebhookBody = components['schemas']['WebhookBody'];
