export { patientFetch } from './patient-fetch.ts';
export { decodeAlaw, encodeAlaw } from './phone/alaw.ts';
export type { PhoneAudio } from './phone/phone-audio.ts';
export { type CallState, PhoneCall } from './phone/phone-call.ts';
export type { PhoneServer } from './phone/phone-wire.ts';
export { RtpAudio } from './phone/rtp-audio.ts';
export { type CallOptions, type PhoneOptions, TestPhone } from './phone/test-phone.ts';
export { toneLevel } from './phone/tone-level.ts';
export { ScriptedEngine } from './scripted-engine.ts';
