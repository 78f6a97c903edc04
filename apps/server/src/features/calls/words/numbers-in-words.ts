import { parsePhone } from '@alo/phone-number';

const digitWords = ['không', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy', 'tám', 'chín'];
const digitOf = new Map<string, string>([
  ...digitWords.map((word, digit) => [word, `${digit}`] as const),
  ['mốt', '1'],
  ['tư', '4'],
  ['lăm', '5'],
  ['bẩy', '7'],
]);
const digit = `(?:\\d|(?<!\\p{L})(?:${[...digitOf.keys()].join('|')})(?!\\p{L}))`;
const one = new RegExp(digit, 'giu');
const many = new RegExp(`${digit}(?:[\\s.,-]{0,2}${digit}){8,}`, 'giu');
/** With the 0 or 84 in front, the longest first: what is said after a number may go on with digits. */
const lengths = [12, 11, 10];

/**
 * A text of somebody who speaks, with the telephone numbers in it shown as they may be, whether a recogniser wrote them in digits or in words. Money and other figures
 * stay.
 */
export const numbersShown = (text: string, show: (number: string) => string): string =>
  text.normalize('NFC').replace(many, (run) => shownIn(run, show));

function shownIn(run: string, show: (number: string) => string): string {
  const spoken = [...run.matchAll(one)].map(([as]) => as);
  const places = [...run.matchAll(one)].map(({ index }) => index);
  const digits = spoken.map((as) => digitOf.get(as.toLowerCase()) ?? as).join('');
  let shown = '';
  let from = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const number = numberAt(digits, at);
    if (number === undefined) continue;
    const last = at + number.length - 1;
    shown += run.slice(from, places[at]) + show(number);
    from = (places[last] ?? run.length) + (spoken[last]?.length ?? 0);
    at = last;
  }
  return shown + run.slice(from);
}

function numberAt(digits: string, at: number): string | undefined {
  if (!/^(?:0[1-9]|84)/.test(digits.slice(at))) return undefined;
  return lengths
    .map((length) => digits.slice(at, at + length))
    .find((number, nth) => number.length === lengths[nth] && parsePhone(number).ok);
}
