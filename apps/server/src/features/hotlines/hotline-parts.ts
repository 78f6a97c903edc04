import type { DestinationValue, HotlineInput } from '@alo/contract';

/** What making a hotline adds besides its number and its rule, in words of the resources that they are. */
export interface HotlineParts {
  /** The group or queue that the calls come to, where it is new. */
  readonly team: { readonly kind: 'group' | 'queue'; readonly name: string } | undefined;
  readonly hours: { readonly name: string; readonly details: ReturnType<typeof stretchOf>[] } | undefined;
  readonly condition: { readonly name: string } | undefined;
}

export function hotlineParts(input: HotlineInput): HotlineParts {
  const { name, goes, hours, team_name: team } = input;
  return {
    team: goes === 'existing' ? undefined : { kind: goes, name: team === '' ? name : team },
    hours: hours === 'new' ? { name: `Giờ làm việc ${name}`, details: [stretchOf(input)] } : undefined,
    condition: hours === 'always' ? undefined : { name: `Giờ của ${name}` },
  };
}

const stretchOf = ({ from_time, to_time, weekdays, holidays }: HotlineInput) => ({
  id: null,
  from_time,
  to_time,
  weekdays,
  holidays,
  days_of_month: [],
  months: [],
  dates: [],
  note: '',
});

/** A member as a group has it, and as a queue has it. */
export const groupMember = (extension_id: string) => ({ extension_id, delay_seconds: 0, ring_seconds: null });
export const queueMember = (extension_id: string) => ({ extension_id, penalty: 0, weight: 1, skills: {} });

/** A customer who waits in a new queue is led on after so long, where it was said where. */
const waitSeconds = 300;
export const waitOf = (unanswered: DestinationValue | null) => ({
  timeout: unanswered,
  max_wait_seconds: unanswered === null ? null : waitSeconds,
});

/** Another name where this one is taken: what is named by us must not be refused by what somebody has named before. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const alike = (name: string) => name.toLocaleLowerCase('vi');
  const known = new Set([...taken].map(alike));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    if (!known.has(alike(name))) return name;
  }
}

/** Where rules stand that lead every call of every number, whoever calls and whenever: none behind them is ever come to. */
const usualPriority = 100;

/** The place of a new hotline’s rule: before whatever leads all calls. */
export const placeBefore = (everything: readonly number[]): number =>
  Math.max(0, Math.min(usualPriority, ...everything.map((priority) => priority - 1)));
