import { type FeatureKey, featureKeys, features } from '@alo/contract';

import type { Trx } from '../db/database.ts';

export interface FeatureCodeRow {
  readonly feature: FeatureKey;
  readonly code: string;
  readonly enabled: boolean;
}

/** Every feature with its code: as the company has it, else as the product does. */
export function featureCodesOf(
  stored: readonly { readonly feature: string; readonly code: string; readonly enabled: boolean }[],
): readonly FeatureCodeRow[] {
  return featureKeys.map((feature) => {
    const own = stored.find((row) => row.feature === feature);
    return { feature, code: own?.code ?? features[feature].code, enabled: own?.enabled ?? true };
  });
}

export const readFeatureCodes = async (trx: Trx): Promise<readonly FeatureCodeRow[]> =>
  featureCodesOf(await trx.selectFrom('feature_code').select(['feature', 'code', 'enabled']).execute());
