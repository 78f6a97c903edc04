export type * from './port.ts';
export { callId, engineCommand, engineEvent, engineSnapshot, tenantId, tenantProvision } from './wire.ts';
