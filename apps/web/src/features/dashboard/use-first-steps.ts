import { type FirstStep, firstSteps } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import { usePreferences } from '../../kit/me/use-preferences.ts';
import { stepsLeft } from './steps-left.ts';

/** What of the steps of a new company the page shows: whether they lead it, and how many are left where they do not. */
export type Guide =
  | { shown: 'unknown' }
  | { shown: 'nothing' }
  | { shown: 'steps'; done: Readonly<Record<FirstStep, boolean>> }
  | { shown: 'left'; open: number };

/**
 * The guide leads until the company has done all of it, or somebody leaves it. Whoever saw a step open sees how the last one is done,
 * and not a page that changes under their hands.
 */
export function useFirstSteps(): Guide & { leave: () => void; back: () => void } {
  const may = useMay();
  const person = useMe();
  const [{ guide }, change] = usePreferences();
  const [sawOpen, setSawOpen] = useState(false);
  const mayKnow = may(firstSteps.access) && guide !== 'over';
  // Before the person is known nobody knows how they left it.
  const { data, isPending } = useQuery({ ...useRead()(firstSteps, {}), enabled: mayKnow && person !== undefined });
  const left = data === undefined ? 0 : stepsLeft(data.done);
  if (left > 0 && guide === 'open' && !sawOpen) setSawOpen(true);
  // From then on nobody waits for the answer: it is over for good. Who looks as somebody else changes nothing of theirs.
  const isOver = data?.done.way === true && !sawOpen && !person?.looked_as;
  const end = useEffectEvent(() => change({ guide: 'over' }));
  useEffect(() => {
    if (mayKnow && isOver) end();
  }, [mayKnow, isOver]);
  const ways = {
    leave: () => {
      setSawOpen(false);
      if (left > 0) change({ guide: 'left' });
    },
    back: () => change({ guide: 'open' }),
  };
  if (mayKnow && isPending) return { shown: guide === 'open' ? 'unknown' : 'nothing', ...ways };
  if (data === undefined) return { shown: 'nothing', ...ways };
  if (guide === 'open' && (left > 0 || sawOpen)) return { shown: 'steps', done: data.done, ...ways };
  return left > 0 ? { shown: 'left', open: left, ...ways } : { shown: 'nothing', ...ways };
}
