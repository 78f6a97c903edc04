import { isAllowed } from '@alo/contract';
import { maskName, maskPhone, parsePhone } from '@alo/phone-number';
import { readIn, type Trx } from '../db/database.ts';
import type { Caller } from '../kernel/caller.ts';
import { readSystemSetting, type SettingRow, systemSettingOf, systemSettingRow } from './system-setting.ts';

/** How someone is shown customers' numbers: as people dial them, or with characters hidden. */
export interface NumberView {
  readonly masked: boolean;
  /** Canonical or as it came in, '' when withheld. */
  show(number: string): string;
  /** The name that came with a number, '' where it gives a hidden one away. */
  showName(name: string): string;
}

/** Numbers are hidden where the company wants it so and the person has not the permission to see them in full. */
export const numberView = async (trx: Trx, caller: Caller): Promise<NumberView> =>
  numberViewFrom(await readIn(trx, () => numberViewRead(caller)));

/** How numbers are hidden from somebody, as `maskedNumbers` wants to know it; null where they see them in full. */
export async function numberMask(trx: Trx, caller: Caller): Promise<number | null> {
  const { setting } = await readIn(trx, () => numberViewRead(caller));
  return setting === undefined ? null : maskIn(setting);
}

/** With characters hidden, as the company hides them, whatever anybody may see: for who is a stranger. */
export const numbersForStrangers = async (trx: Trx): Promise<NumberView> =>
  maskedNumbers((await readSystemSetting(trx)).position_hidden_phone_customer);

/** Whether somebody sees numbers in full whatever the company wants. */
export const seesFullNumbers = ({ role }: Pick<Caller, 'role'>): boolean => isAllowed(role, 'customer.full-phone');

/** What of a `Db.read` `numberViewFrom` is made of. */
export const numberViewRead = (caller: Caller): { setting?: ReturnType<typeof systemSettingRow> } =>
  seesFullNumbers(caller) ? {} : { setting: systemSettingRow({}) };

export function numberViewFrom({ setting }: { readonly setting?: readonly SettingRow[] }): NumberView {
  if (setting === undefined) return fullNumbers;
  const mode = maskIn(setting);
  return mode === null ? fullNumbers : maskedNumbers(mode);
}

function maskIn(setting: readonly SettingRow[]): number | null {
  const { hidden_phone_customer: hidden, position_hidden_phone_customer: mode } = systemSettingOf(setting[0]);
  return hidden === 1 ? mode : null;
}

export const fullNumbers: NumberView = { masked: false, show: nationalForm, showName: (name) => name };

export const maskedNumbers = (mode: number): NumberView => ({
  masked: true,
  show: (number) => maskPhone(nationalForm(number), mode),
  showName: maskName,
});

/** The form that people here dial; what cannot be read as a number stays as it is. */
function nationalForm(number: string): string {
  const read = parsePhone(number);
  return read.ok ? read.phone.national : number;
}
