import { served } from '../../resource/served.ts';
import { samplingRule } from './sampling-rules.ts';
import { scoreSheet } from './score-sheets.ts';

/** The resources of this feature. */
export const qualityResources = [served(scoreSheet), served(samplingRule)];
