import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import styles from './overlay.module.css';

/** A modal dialog: Escape and the cross close it, focus stays inside and returns afterwards. */
export function Dialog({
  opened,
  onClose,
  title,
  width = 440,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** In pixels; never wider than the screen. */
  width?: number;
  children: ReactNode;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={width}
      closeButtonProps={{ 'aria-label': 'Đóng' }}
      classNames={{
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
        overlay: styles.overlay ?? '',
      }}
    >
      {children}
    </Modal>
  );
}

/** The buttons of a dialog, the answer at the right end. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
