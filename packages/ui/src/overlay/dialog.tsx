import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import styles from './overlay.module.css';
import { useReturnFocus } from './use-return-focus.ts';

/** A modal dialog: Escape and the cross close it, focus comes to the first field, stays inside and returns afterwards. */
export function Dialog({
  opened,
  onClose,
  title,
  width = 440,
  place = 'middle',
  returnFocus = true,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** In pixels; never wider than the screen. */
  width?: number;
  /** `top` for what grows and shrinks while one types. */
  place?: 'middle' | 'top';
  /** Off where closing it leads somewhere else, which then takes the focus. */
  returnFocus?: boolean;
  children: ReactNode;
}) {
  const content = useReturnFocus(opened, returnFocus);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      classNames={{ content: styles.content ?? '' }}
      size={width}
      returnFocus={false}
      centered={place === 'middle'}
      yOffset="10dvh"
    >
      <Modal.Overlay className={styles.overlay} />
      {/* A class given here would reach the frame around it too. */}
      <Modal.Content ref={content}>
        <Modal.Body className={styles.body}>{children}</Modal.Body>
        {/*
          Seen above, but last, so that the focus comes first to a field, or to the answer that changes nothing. The kit's
          own header is a landmark, of which the page has one already.
        */}
        <div className={styles.header}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Đóng" />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The buttons of a dialog, the answer at the right end. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
