export type { Codecs } from './audio-formats.ts';
export { createMediaPlane } from './create-media-plane.ts';
export type { Press } from './dtmf.ts';
export { measureWav } from './measure-wav.ts';
export type * from './media-leg.ts';
export { MediaRefusal } from './media-leg.ts';
export type * from './media-plane.ts';
export { keyingOf } from './read-sdp.ts';
