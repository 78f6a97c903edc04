import { lazy, useState } from 'react';

import { persistently } from '../when-idle.ts';

/**
 * Fetches what floats: panels, hints, dialogs, drawers. A list has a dozen that nobody may ever open, and the kit's are as
 * much script as the rest of the page; so they come after the first paint, or when the first one is opened.
 */
export const fetchFloating = once(() => persistently(() => import('./floating.tsx')));

const part = <Name extends keyof Awaited<ReturnType<typeof fetchFloating>>>(name: Name) =>
  lazy(async () => ({ default: (await fetchFloating())[name] }));

export const Panel = part('Panel');
export const Hint = part('Hint');
export const DialogOverPage = part('DialogOverPage');
export const DrawerOverPage = part('DrawerOverPage');

/** True from when something is opened for the first time: until then it is not made. */
export function useMade(opened: boolean): boolean {
  const [made, setMade] = useState(opened);
  if (opened && !made) setMade(true);
  return made;
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () => (coming ??= load());
}
