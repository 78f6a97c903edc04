export { createMediaPlane } from './create-media-plane.ts';
export type * from './media-leg.ts';
export { MediaRefusal } from './media-leg.ts';
export type * from './media-plane.ts';
