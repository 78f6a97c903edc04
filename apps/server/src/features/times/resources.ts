import { served } from '../../resource/served.ts';
import { condition } from './conditions.ts';
import { timeGroup } from './time-groups.ts';

/** The resources of this feature. */
export const timeResources = [served(timeGroup), served(condition)];
