export type { Codecs } from './audio-formats.ts';
export { createMediaPlane, type LocalPlane } from './create-media-plane.ts';
export type { Press } from './dtmf.ts';
export { measureUnfinished } from './measure-wav.ts';
export type * from './media-leg.ts';
export { MediaRefusal } from './media-leg.ts';
export type * from './media-plane.ts';
export { mediaOnFreePort } from './on-free-port.ts';
export { keyingOf } from './read-sdp.ts';
