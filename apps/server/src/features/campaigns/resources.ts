import { served } from '../../resource/served.ts';
import { campaign } from './campaigns.ts';

/** The resources of this feature. */
export const campaignResources = [served(campaign)];
