import { setDensity } from '@alo/contract';
import type { Density } from '@alo/ui';
import { useEffect } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useMe } from '../../kit/me/me.ts';
import { useChangeMe } from '../../kit/me/use-change-me.ts';

const key = 'density';

/** How high the rows of every list are: kept with the person, and drawn as it was here last until the server has said it. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const { api } = useConsole();
  const known = useMe()?.density;
  const change = useChangeMe(
    (density: Density) => api(setDensity, { body: { density } }),
    (density) => ({ density }),
  );
  useEffect(() => {
    if (known !== undefined) localStorage.setItem(key, known);
  }, [known]);
  return [known ?? read(localStorage.getItem(key)), change.mutate];
}

const read = (text: string | null): Density => (text === 'tight' || text === 'airy' ? text : 'normal');
