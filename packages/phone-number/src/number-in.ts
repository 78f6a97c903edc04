import { type Phone, parsePhone } from './parse.ts';

/** The longest number in groups: `+84 (0) 90 123 45 67`, each digit pair apart. */
const mostGroups = 8;

/** What belongs to a number before its first digit is shorter. Whoever looked at all that is ahead, for each number, would never end. */
const mostAhead = 8;

/**
 * The number in a text that somebody pasted: the text itself, else the first one in it that cannot be taken for something else.
 * Dates, amounts and house numbers are none, and neither are numbers of the fire brigade: those are dialled by themselves.
 */
export function numberIn(text: string): Phone | null {
  const whole = parsePhone(text.replace(/^\s*(?:tel|callto|sms):(?:\/\/)?/i, '').replace(/[;?].*$/s, ''));
  if (whole.ok) return whole.phone;
  const found = candidatesIn(text.normalize('NFKC'));
  return (
    found.find(({ written, phone }) => isSubscriber(phone) && /^[+(]*(?:0|84|\+)/.test(written))?.phone ??
    found.find(({ phone }) => phone.kind === 'toll-free' || phone.kind === 'shared-cost')?.phone ??
    found.find(({ phone }) => isSubscriber(phone))?.phone ??
    found.find(({ written, phone }) => phone.kind === 'international' && written.includes('+'))?.phone ??
    null
  );
}

const isSubscriber = ({ kind }: Phone) => kind === 'mobile' || kind === 'fixed';

interface Candidate {
  readonly written: string;
  readonly phone: Phone;
}

/** Runs of groups of digits with hardly anything between them that are a number as they stand; from each place the longest. */
function candidatesIn(text: string): Candidate[] {
  const groups = [...text.matchAll(/\d+/g)].map(({ index, 0: digits }) => ({ from: index, to: index + digits.length }));
  const found: Candidate[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const run = runFrom(text, groups, first);
    for (let last = run; last >= first; last -= 1) {
      const [from, to] = [groups[first]?.from ?? 0, groups[last]?.to ?? 0];
      const ahead = text.slice(Math.max(0, from - mostAhead), from);
      const before = /[+(]*$/.exec(ahead)?.[0] ?? '';
      // Digits in the middle of a word are part of its name.
      if (/[\p{L}*]$/u.test(ahead.slice(0, ahead.length - before.length)) || /^[\p{L}*]/u.test(text.slice(to, to + 2)))
        continue;
      const written = before + text.slice(from, to);
      const read = parsePhone(written.replace(/^\(/, ''));
      if (!read.ok) continue;
      found.push({ written, phone: read.phone });
      first = last;
      break;
    }
  }
  return found;
}

/** The last group that may belong to a number that begins with one. */
function runFrom(text: string, groups: readonly { from: number; to: number }[], first: number): number {
  let last = first;
  while (last + 1 < groups.length && last + 1 - first < mostGroups) {
    const between = text.slice(groups[last]?.to, groups[last + 1]?.from);
    if (!/^[\s.\-‐-―−()/]{1,3}$/.test(between)) break;
    last += 1;
  }
  return last;
}
