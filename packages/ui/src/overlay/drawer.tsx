import { Drawer as KitDrawer } from '@mantine/core';
import type { ReactNode } from 'react';

import styles from './overlay.module.css';

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
  return (
    <KitDrawer
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      position="right"
      closeButtonProps={{ 'aria-label': 'Đóng' }}
      classNames={{
        content: styles.panel ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
        overlay: styles.overlay ?? '',
      }}
    >
      {children}
    </KitDrawer>
  );
}
