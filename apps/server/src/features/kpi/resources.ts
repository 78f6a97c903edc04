import { served } from '../../resource/served.ts';
import { kpi } from './kpis.ts';

/** The resources of this feature. */
export const kpiResources = [served(kpi)];
