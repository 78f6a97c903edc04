import { Popover as KitPopover } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';

import styles from './overlay.module.css';

/** A small panel under a button. `target` gets what opens it; `children` may close it. */
export function Popover({
  target,
  children,
  width = 'auto',
  align = 'start',
  label,
}: {
  target: (open: { onClick: () => void }) => ReactElement;
  children: ReactNode | ((close: () => void) => ReactNode);
  width?: number | 'auto';
  align?: 'start' | 'end';
  /** Name of the panel for screen readers. */
  label: string;
}) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <KitPopover
      opened={opened}
      onChange={setOpened}
      position={`bottom-${align}`}
      width={width === 'auto' ? 'max-content' : width}
      trapFocus
      returnFocus
      classNames={{ dropdown: styles.popover ?? '' }}
    >
      <KitPopover.Target>{target({ onClick: () => setOpened(!opened) })}</KitPopover.Target>
      <KitPopover.Dropdown aria-label={label}>
        {typeof children === 'function' ? children(close) : children}
      </KitPopover.Dropdown>
    </KitPopover>
  );
}
