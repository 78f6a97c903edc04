import { served } from '../../resource/served.ts';
import { serviceNumber } from './numbers.ts';
import { trunk } from './trunks.ts';

/** The resources of this feature. */
export const trunkResources = [served(trunk), served(serviceNumber)];
