import type { CampaignRetry, ContactState } from '@alo/contract';

/** A call of a customer that is over: with which number, what somebody said of it and the network, and where what was said leaves them. */
export interface Tried {
  readonly number: string;
  readonly said: string;
  readonly network: string;
  /** '' where nobody said anything. */
  readonly leaves: string;
}

/** How a customer of a campaign stands. Times are milliseconds since 1970. */
export interface Standing {
  readonly state: ContactState;
  readonly attempts: number;
  /** Not before this. */
  readonly next: number;
  readonly stopped: boolean;
  /** The number that is called next. */
  readonly number: string;
}

interface Called {
  readonly attempts: number;
  readonly lastAt: number;
  readonly next: number;
  readonly number: string;
  /** The numbers of their card, in its order. */
  readonly numbers: readonly string[];
  /** Their calls of this campaign, the one that is over the last. */
  readonly tried: readonly Tried[];
}

const finals: readonly string[] = ['done', 'declined', 'wrong-number'] satisfies ContactState[];
const isFinal = (leaves: ContactState) => finals.includes(leaves);

/** As `after_call` of the database has it: by the campaign's rule for how the call came out, or as every campaign has it. */
export function afterCall(
  { attempts, lastAt, next, number, numbers, tried }: Called,
  { said, network, leaves }: { readonly said: string; readonly network: string; readonly leaves: ContactState },
  { most, rules }: { readonly most: number; readonly rules: readonly CampaignRetry[] },
): Standing {
  const ended: ContactState = isFinal(leaves) ? leaves : 'exhausted';
  const usual: ContactState = isFinal(leaves) ? leaves : attempts >= most ? 'exhausted' : leaves;
  const standing = { attempts, next, number, stopped: false, state: usual };
  const rule =
    rules.find(({ result }) => result === said) ??
    (leaves === 'missed' && network !== '' ? rules.find(({ result }) => result === network) : undefined);
  if (rule === undefined) return standing;
  const lately = attempts === 0 ? [] : tried.slice(-attempts);
  const n = lately.filter((one) => one.said === rule.result || one.network === rule.result).length;
  if (rule.step === 'stop' || n > rule.most || attempts >= most) {
    return { ...standing, state: ended, stopped: !isFinal(leaves) && attempts < most };
  }
  const again = { ...standing, state: 'missed' as const, next: lastAt + rule.minutes * 60_000 };
  if (rule.step === 'again') return again;
  const other = otherNumber(numbers, lately);
  return other === undefined ? { ...standing, state: ended, stopped: !isFinal(leaves) } : { ...again, number: other };
}

/** Whoever was called at all of them is called at the first again, but where it is theirs no more. */
function otherNumber(numbers: readonly string[], lately: readonly Tried[]): string | undefined {
  const theirs = numbers.filter(
    (number) => !lately.some((one) => one.number === number && one.leaves === 'wrong-number'),
  );
  return theirs.find((number) => !lately.some((one) => one.number === number)) ?? theirs[0];
}
