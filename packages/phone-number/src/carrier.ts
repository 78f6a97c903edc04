import type { Phone } from './parse.ts';

/** Longest prefix first: the virtual carriers sit inside the ranges of others. Numbers move between carriers, so this is a label. */
const carriers: readonly (readonly [name: string, prefixes: readonly string[]])[] = [
  ['Gmobile', ['059', '0993', '0994', '0995', '0996', '0997']],
  ['Itel', ['087']],
  ['Wintel', ['055']],
  ['Viettel', ['032', '033', '034', '035', '036', '037', '038', '039', '086', '096', '097', '098']],
  ['VinaPhone', ['081', '082', '083', '084', '085', '088', '091', '094']],
  ['MobiFone', ['070', '076', '077', '078', '079', '089', '090', '093']],
  ['Vietnamobile', ['052', '056', '058', '092']],
];

/** "Nhà mạng (theo đầu số)" of a mobile number, or null: who was given the prefix, not necessarily who serves it today. */
export function carrierByPrefix(phone: Phone): string | null {
  if (phone.kind !== 'mobile') return null;
  const found = carriers.find(([, prefixes]) => prefixes.some((prefix) => phone.national.startsWith(prefix)));
  return found?.[0] ?? null;
}
