export { type CtiAgent, type CtiStanding, makeCtiAdapter } from './adapters/cti.ts';
export { makeJssipAdapter } from './adapters/jssip.ts';
export { endCause } from './adapters/jssip-causes.ts';
export { makeSipjsAdapter } from './adapters/sipjs-on-demand.ts';
export type { Device, DeviceChoice, Devices, Ringtone } from './audio/devices.ts';
export { listDevices, noChoice, ringtones, watchDevices } from './audio/devices.ts';
export { meterMicrophone } from './audio/level-meter.ts';
export type { MicrophoneStanding, MicrophoneWatch } from './audio/microphone-watch.ts';
export { canBeHeard, watchMicrophone } from './audio/microphone-watch.ts';
export { createRinger } from './audio/ringer.ts';
export type { AudioWay } from './audio-way.ts';
export type { BrowserPhone } from './browser-phone.ts';
export { createBrowserPhone } from './browser-phone.ts';
export type { PhoneLine, PhoneParts } from './controller.ts';
export { PhoneController } from './controller.ts';
export type { PersonEvent, Tone } from './events.ts';
export { tones } from './events.ts';
export type { MakeAdapter, PhoneAccount, PhoneAdapter } from './port.ts';
export type { Quality } from './quality.ts';
export type { Trouble } from './quality-watch.ts';
export type { Role, Snapshot } from './snapshot.ts';
export type {
  ActiveCall,
  BesideCall,
  Call,
  CallStatus,
  EndCause,
  Notice,
  OfflineReason,
  Party,
  PhoneState,
  Popup,
  Registration,
} from './state.ts';
export { initialState } from './state.ts';
