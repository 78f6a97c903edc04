import { type ReactNode, useState } from 'react';

import { Anchored, type Opener } from './anchored.tsx';
import styles from './overlay.module.css';

/** A small panel under a button. `target` gets what opens it; `children` may close it. */
export function Popover({
  target,
  children,
  width = 'auto',
  align = 'start',
  label,
}: {
  target: (open: { onClick: () => void }) => Opener;
  children: ReactNode | ((close: () => void) => ReactNode);
  width?: number | 'auto';
  align?: 'start' | 'end';
  /** Name of the panel for screen readers. */
  label: string;
}) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <Anchored
      opened={opened}
      onChange={setOpened}
      position={`bottom-${align}`}
      width={width === 'auto' ? 'max-content' : width}
      trapFocus
      popup="dialog"
      label={label}
      className={styles.popover}
      target={target({ onClick: () => setOpened(!opened) })}
    >
      {typeof children === 'function' ? children(close) : children}
    </Anchored>
  );
}
