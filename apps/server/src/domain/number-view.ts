import { isAllowed } from '@alo/contract';
import { maskPhone, parsePhone } from '@alo/phone-number';
import type { Trx } from '../db/database.ts';
import type { Caller } from '../kernel/caller.ts';
import { readSystemSetting } from './system-setting.ts';

/** How someone is shown customers' numbers: as people dial them, or with characters hidden. */
export interface NumberView {
  readonly masked: boolean;
  /** Canonical or as it came in, '' when withheld. */
  show(number: string): string;
}

/** Numbers are hidden where the company wants it so and the person has not the permission to see them in full. */
export async function numberView(trx: Trx, caller: Caller): Promise<NumberView> {
  if (isAllowed(caller.role, 'customer.full-phone')) return fullNumbers;
  const setting = await readSystemSetting(trx);
  return setting.hidden_phone_customer === 1 ? maskedNumbers(setting.position_hidden_phone_customer) : fullNumbers;
}

export const fullNumbers: NumberView = { masked: false, show: nationalForm };

export const maskedNumbers = (mode: number): NumberView => ({
  masked: true,
  show: (number) => maskPhone(nationalForm(number), mode),
});

/** The form that people here dial; what cannot be read as a number stays as it is. */
function nationalForm(number: string): string {
  const read = parsePhone(number);
  return read.ok ? read.phone.national : number;
}
