export { createMediaPlane } from './create-media-plane.ts';
export { measureWav } from './measure-wav.ts';
export type * from './media-leg.ts';
export { MediaRefusal } from './media-leg.ts';
export type * from './media-plane.ts';
