import { type ReactNode, Suspense } from 'react';

import { DrawerOverPage, useMade } from './floating-parts.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** A panel over the right side of the page, the list staying where it was. */
export function Drawer({
  opened,
  onClose,
  title,
  width = 520,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  width?: number;
  children: ReactNode;
}) {
  const content = useReturnFocus(opened, true);
  if (!useMade(opened)) return null;
  return (
    <Suspense fallback={null}>
      <DrawerOverPage {...{ opened, onClose, title, width, content, children }} place="top" />
    </Suspense>
  );
}
