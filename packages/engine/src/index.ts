export { botCarrierHost } from './bot-carrier.ts';
export { calmClock, isBelievable } from './calm-clock.ts';
export { hasCarrierRoom } from './carrier-room.ts';
export { bestCause, causeOfStatus, type FinalResponse, reasonHeader, refusalFor } from './causes.ts';
export { algorithmsOf, type DeviceAlgorithms, deviceUser } from './device-user.ts';
export type * from './port.ts';
export { emptyEngine, WrongRevision } from './port.ts';
export { Provisions } from './provisions.ts';
export {
  audioSource,
  callId,
  deviceSeen,
  digit,
  engineCommand,
  engineEvent,
  engineSnapshot,
  keptRegistrations,
  lineHeard,
  provisionChange,
  recordingId,
  tenantId,
  tenantProvision,
} from './wire.ts';
