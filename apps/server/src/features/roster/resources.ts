import { served } from '../../resource/served.ts';
import { shift } from './shifts.ts';

/** The resources of this feature. */
export const rosterResources = [served(shift)];
