import { hasFeature, type me, type ResultOf, type systemSetting } from '@alo/contract';
import type { z } from 'zod';

/** The condition of the specification §4: 'popupcustomer' licensed and not expired, and show_popup_customer is '1'. */
export function mayShowPopup(
  features: ResultOf<typeof me>['features'],
  setting: Pick<z.output<typeof systemSetting>, 'show_popup_customer'>,
  now: number,
): boolean {
  return hasFeature(features, 'popupcustomer', now) && setting.show_popup_customer === 1;
}
