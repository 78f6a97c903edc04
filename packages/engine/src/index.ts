export { calmClock } from './calm-clock.ts';
export { algorithmsOf, type DeviceAlgorithms, deviceUser } from './device-user.ts';
export type * from './port.ts';
export { emptyEngine, WrongRevision } from './port.ts';
export { Provisions } from './provisions.ts';
export {
  callId,
  engineCommand,
  engineEvent,
  engineSnapshot,
  provisionChange,
  recordingId,
  tenantId,
  tenantProvision,
} from './wire.ts';
