import { Dialog, persistently } from '@alo/ui';
import { lazy, Suspense, useEffect, useState } from 'react';

import { useGoKeys } from './go-keys.ts';

const Keys = lazy(() => persistently(() => import('./keys.tsx')));

/** Every key that does something, shown by "?", and those that lead to a screen. */
export function KeysSheet() {
  const [opened, setOpened] = useState(false);
  useGoKeys();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      const typing = target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]');
      if (event.key !== '?' || typing || event.isComposing || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      setOpened(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title="Phím tắt" width={620}>
      <Suspense fallback={null}>
        <Keys />
      </Suspense>
    </Dialog>
  );
}
