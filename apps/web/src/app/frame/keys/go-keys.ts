import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';
import { useMay } from '../../../kit/me/me.ts';
import type { Place } from '../../../resource/screen/addresses.ts';
import { screens } from '../../screens/screens.ts';

/** Where G and then a letter lead. */
export const goes = { c: '/monitor', h: '/call-history', k: '/customer' } as const satisfies Readonly<
  Record<string, Place>
>;

/** The keys that lead to a screen, for whoever may see it; not over a dialog, nor while something is typed. */
export function useGoKeys(): void {
  const may = useMay();
  const navigate = useNavigate();
  const go = useEffectEvent((path: Place) => {
    const screen = screens.find((one) => one.path === path);
    if (screen === undefined || !may(screen.access) || document.querySelector('[role="dialog"]')) return;
    void navigate({ to: path, search: {} });
  });
  useEffect(
    () =>
      tinykeys(
        window,
        Object.fromEntries(Object.entries(goes).map(([letter, path]) => [`g ${letter}`, () => go(path)])),
      ),
    [],
  );
}
