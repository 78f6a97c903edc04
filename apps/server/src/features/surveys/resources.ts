import { served } from '../../resource/served.ts';
import { surveyCampaign, surveyCategory, surveyQuestion } from './surveys.ts';

/** The resources of this feature. */
export const surveyResources = [served(surveyCategory), served(surveyQuestion), served(surveyCampaign)];
