import { served } from '../../resource/served.ts';
import { timeGroup } from './time-groups.ts';

/** The resources of this feature. */
export const timeResources = [served(timeGroup)];
