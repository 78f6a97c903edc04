import { Tooltip as KitTooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

import styles from './overlay.module.css';

/**
 * A hint shown on hover and focus; the child must take a ref and have a name of its own. `quietFocus` where the child is
 * focused by itself, and a hint that nobody asked for would cover what stands there.
 */
export const Tooltip = ({
  hint,
  side = 'bottom',
  quietFocus = false,
  children,
}: {
  hint: ReactNode;
  side?: 'bottom' | 'right' | 'left';
  quietFocus?: boolean;
  children: ReactElement;
}) => (
  // Beside its child, so that it belongs to the same landmark; fixed, so that no scrolling parent cuts it off.
  <KitTooltip
    label={hint}
    position={side}
    events={{ hover: true, focus: !quietFocus, touch: false }}
    withinPortal={false}
    floatingStrategy="fixed"
    classNames={{ tooltip: styles.tooltip ?? '' }}
  >
    {children}
  </KitTooltip>
);
