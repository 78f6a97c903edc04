import { Tooltip as KitTooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

import styles from './overlay.module.css';

/** A hint shown on hover and focus; the child must take a ref and have a name of its own. */
export const Tooltip = ({
  hint,
  side = 'bottom',
  children,
}: {
  hint: ReactNode;
  side?: 'bottom' | 'right' | 'top';
  children: ReactElement;
}) => (
  // Beside its child, so that it belongs to the same landmark; fixed, so that no scrolling parent cuts it off.
  <KitTooltip
    label={hint}
    position={side}
    withinPortal={false}
    floatingStrategy="fixed"
    classNames={{ tooltip: styles.tooltip ?? '' }}
  >
    {children}
  </KitTooltip>
);
