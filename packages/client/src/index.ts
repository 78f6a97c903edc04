export { type Alo, type AloOptions, alo, type OperationInput } from './alo.ts';
export { AloProblem } from './problem.ts';
export type { Answer, CompanyEvent, OperationId, WebhookBody } from './types.ts';
export { readWebhook, WrongSignature } from './webhook.ts';
