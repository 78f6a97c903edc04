import type { LocalTime } from '@alo/calendar';
import type { AudioSource } from '../board/vocabulary.ts';
import { type PromptWord, promptFile } from './prompts.ts';

/** Words, one after the other. */
export function say(...words: readonly PromptWord[]): readonly AudioSource[] {
  return words.map((word) => ({ kind: 'file', file: promptFile(word) }));
}

/** A text of digits, digit by digit: a phone number, a one-time password. */
export function sayDigits(digits: string): readonly AudioSource[] {
  return say(...digitsOf(digits));
}

/** A number as it is read: `hai mươi mốt`, `một trăm lẻ năm`, `một nghìn không trăm mười lăm`. */
export function sayNumber(value: number): readonly AudioSource[] {
  return say(...numberWords(value));
}

/** A place in a line: `vị trí thứ nhất`, `vị trí thứ hai mươi tư`. */
export function sayPosition(place: number): readonly AudioSource[] {
  return say('position', ...ordinalWords(place));
}

/** A length of time in hours and minutes, rounded up; less than a minute is one. */
export function sayMinutes(ms: number): readonly AudioSource[] {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return say(
    ...(hours === 0 ? [] : [...numberWords(hours), 'hours' as const]),
    ...(rest === 0 ? [] : [...numberWords(rest), 'minutes' as const]),
  );
}

/** A time of the day: `chín giờ ba mươi phút`, `mười giờ`. */
export function sayTime({ minute }: Pick<LocalTime, 'minute'>): readonly AudioSource[] {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  const rest = minutes === 0 ? [] : [...numberWords(minutes), 'minutes' as const];
  return say(...numberWords(hours), 'hours', ...rest);
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** A day: `thứ hai, ngày hai mươi ba tháng mười một`; the fourth month is `tháng tư`. */
export function sayDate({ date, weekday }: Pick<LocalTime, 'date' | 'weekday'>): readonly AudioSource[] {
  const [, month = 0, day = 0] = date.split('-').map(Number);
  const monthWords = month === 4 ? (['fourth'] as const) : numberWords(month);
  const named = weekdays[weekday - 1];
  return say(...(named === undefined ? [] : [named]), 'day', ...numberWords(day), 'month', ...monthWords);
}

/** A day of a year without its weekday: `ngày hai mươi ba tháng mười một năm hai nghìn không trăm hai mươi sáu`. */
export function sayDay(date: string): readonly AudioSource[] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const monthWords = month === 4 ? (['fourth'] as const) : numberWords(month);
  // A year is called as the number five is.
  return say('day', ...numberWords(day), 'month', ...monthWords, '5', ...numberWords(year));
}

/** An amount of money in whole đồng. */
export function sayMoney(amount: number): readonly AudioSource[] {
  return say(...numberWords(amount), 'dong');
}

const scales: readonly (PromptWord | null)[] = [null, 'thousand', 'million'];
const billion = 1_000_000_000;
/** Nothing larger is read as a number. */
const largest = billion * billion;

/** A whole number from 0; anything else is read digit by digit. */
export function numberWords(value: number): readonly PromptWord[] {
  if (!Number.isSafeInteger(value) || value < 0 || value >= largest) return digitsOf(String(value));
  if (value === 0) return ['0'];
  const billions = Math.floor(value / billion);
  const rest = value % billion;
  const groups = [2, 1, 0].map((scale) => ({ scale, value: Math.floor(rest / 1000 ** scale) % 1000 }));
  const words: PromptWord[] = billions === 0 ? [] : [...numberWords(billions), 'billion'];
  for (const group of groups) {
    if (group.value === 0) continue;
    const scale = scales[group.scale] ?? null;
    words.push(...groupWords(group.value, words.length > 0), ...(scale === null ? [] : [scale]));
  }
  return words;
}

/** Three digits. After a larger group the hundreds are said even where there are none: `một nghìn không trăm lẻ năm`. */
function groupWords(value: number, follows: boolean): readonly PromptWord[] {
  const [hundreds, tens, ones] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10];
  const saysHundreds = hundreds > 0 || follows;
  return [
    ...(saysHundreds ? [digit(hundreds), 'hundred' as const] : []),
    ...(tens === 0 && ones > 0 && saysHundreds ? (['odd'] as const) : []),
    ...(tens === 1 ? (['ten'] as const) : tens > 1 ? [digit(tens), 'tens' as const] : []),
    ...(ones === 0 ? [] : [onesWord(tens, ones)]),
  ];
}

/** `mốt` and `tư` after mươi, `lăm` after mười and mươi. */
function onesWord(tens: number, ones: number): PromptWord {
  if (ones === 5 && tens > 0) return 'five-after-ten';
  if (tens < 2) return digit(ones);
  return ones === 1 ? 'one-after-tens' : ones === 4 ? 'four-after-tens' : digit(ones);
}

function ordinalWords(place: number): readonly PromptWord[] {
  return place === 1 ? ['first'] : place === 4 ? ['fourth'] : numberWords(place);
}

function digit(value: number): PromptWord {
  return digitsOf(String(value))[0] ?? '0';
}

function digitsOf(text: string): readonly PromptWord[] {
  return text.split('').filter(isDigit);
}

function isDigit(character: string): character is Extract<PromptWord, `${number}`> {
  return character >= '0' && character <= '9' && character.length === 1;
}
