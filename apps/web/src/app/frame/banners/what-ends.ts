import { featureLabels, type me, type ResultOf } from '@alo/contract';

const dayMs = 86_400_000;
/** So long before something ends it is said over every screen, and so long after. */
const aroundMs = 7 * dayMs;

/** What of somebody's own it is told by. */
export type EndingCompany = Pick<ResultOf<typeof me>, 'features' | 'trial_until'>;

/** Something of the company's that ends: the trial, or licences, by what they are called. */
export interface Ending {
  readonly of: 'trial' | 'licences';
  /** '' of the trial. */
  readonly names: string;
  readonly at: string;
  readonly isOver: boolean;
  /** Begun days until then. */
  readonly daysLeft: number;
}

/**
 * What ends in these days or has just ended: the trial, with which all licences of a trial end; else the licence that ends first, with
 * those that end with it. Nothing where there is nothing to be said.
 */
export function whatEnds({ features, trial_until: trial }: EndingCompany, now: number): Ending | undefined {
  if (trial !== null)
    return isNear(trial, now) || Date.parse(trial) < now ? ending('trial', '', trial, now) : undefined;
  const near = features.filter(({ date_expired: until }) => isNear(until, now)).map(({ date_expired: until }) => until);
  const [first] = near.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  if (first === undefined) return undefined;
  // What was taken on anew goes on.
  const goesOn = new Set(
    features.flatMap(({ feature_name_data: names, date_expired: until }) =>
      Date.parse(until) > Date.parse(first) ? names : [],
    ),
  );
  const names = features
    .filter(({ date_expired: until }) => until === first)
    .flatMap(({ feature_name_data: its }) => its.filter((name) => !goesOn.has(name)).map(labelOf));
  return names.length === 0 ? undefined : ending('licences', [...new Set(names)].join(', '), first, now);
}

const isNear = (until: string, now: number) => Math.abs(Date.parse(until) - now) <= aroundMs;

const ending = (of: Ending['of'], names: string, at: string, now: number): Ending => ({
  of,
  names,
  at,
  isOver: Date.parse(at) <= now,
  daysLeft: Math.max(0, Math.ceil((Date.parse(at) - now) / dayMs)),
});

/** A company may have one that this version knows no more. */
const labelOf = (name: string): string => Object.entries(featureLabels).find(([known]) => known === name)?.[1] ?? name;
