import { Drawer as KitDrawer } from '@mantine/core';
import type { ReactNode } from 'react';

import { classNames } from '../class-names.ts';
import styles from './overlay.module.css';
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
  return (
    <KitDrawer.Root
      opened={opened}
      onClose={onClose}
      size={width}
      position="right"
      returnFocus={false}
      classNames={{ content: styles.panel ?? '' }}
    >
      <KitDrawer.Overlay className={classNames(styles.overlay, styles.pale)} />
      {/* A class given here would reach the frame around it too. */}
      <KitDrawer.Content ref={content}>
        <KitDrawer.Body className={styles.body}>{children}</KitDrawer.Body>
        {/* As in a dialog. */}
        <div className={styles.header}>
          <KitDrawer.Title className={styles.title}>{title}</KitDrawer.Title>
          <KitDrawer.CloseButton aria-label="Đóng" />
        </div>
      </KitDrawer.Content>
    </KitDrawer.Root>
  );
}
