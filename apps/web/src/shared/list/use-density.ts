import type { Density } from '@alo/ui';
import { useState } from 'react';

const key = 'density';

/** How high the rows of every list are, remembered on this device. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() => read(localStorage.getItem(key)));
  return [
    density,
    (next) => {
      localStorage.setItem(key, next);
      setDensity(next);
    },
  ];
}

const read = (text: string | null): Density => (text === 'tight' || text === 'airy' ? text : 'normal');
