import { served } from '../../resource/served.ts';
import { greeting } from './greetings.ts';
import { musicOnHold } from './music.ts';

/** The resources of this feature. */
export const audioResources = [served(greeting), served(musicOnHold)];
