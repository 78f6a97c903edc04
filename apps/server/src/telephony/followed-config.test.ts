import { emptyPlan, type RoutingPlan } from '@alo/call-core';
import { expect, test } from 'vitest';

import { followConfig } from './followed-config.ts';
import type { SavedPart, TelephonyConfig } from './routing-plan.ts';

test('what is saved while it is read is read once more afterwards, together with all that is saved until then, and what failed too', async () => {
  const reads: { saved: readonly SavedPart[]; ends: PromiseWithResolvers<TelephonyConfig> }[] = [];
  const plans: RoutingPlan[] = [];
  const config = (): TelephonyConfig => ({ plan: { ...emptyPlan }, trunks: [], phoneOrigins: [] });
  const followed = followConfig({
    first: config(),
    read: (_, saved) => {
      const ends = Promise.withResolvers<TelephonyConfig>();
      reads.push({ saved: [...saved], ends });
      return ends.promise;
    },
    onPlan: (plan) => plans.push(plan),
  });
  const first = followed.again('rules');
  await expect.poll(() => reads.length).toBe(1);
  const second = followed.again('block-lists');
  const third = followed.again('block-lists');
  expect(reads).toHaveLength(1);
  reads[0]?.ends.reject(new Error('no database'));
  await expect(first).rejects.toThrow('no database');
  await expect.poll(() => reads.length).toBe(2);
  const saved = config();
  reads[1]?.ends.resolve(saved);
  await Promise.all([second, third]);
  expect(reads.map((read) => read.saved)).toEqual([['rules'], ['block-lists', 'rules']]);
  expect(plans).toEqual([saved.plan]);
  expect(followed.now).toBe(saved);
});
