import { Menu as KitMenu } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

import styles from './overlay.module.css';

export type MenuEntry =
  | {
      kind?: 'item';
      key: string;
      label: ReactNode;
      icon?: ReactNode;
      onSelect: () => void;
      danger?: boolean;
      checked?: boolean;
      disabled?: boolean;
    }
  | { kind: 'label'; key: string; label: ReactNode }
  | { kind: 'line'; key: string };

/** A menu under a button. The button is the child and must take a ref. */
export function Menu({
  entries,
  children,
  align = 'end',
  onOpen,
}: {
  entries: readonly MenuEntry[];
  children: ReactElement;
  align?: 'start' | 'end';
  onOpen?: () => void;
}) {
  return (
    <KitMenu
      position={`bottom-${align}`}
      {...(onOpen && { onOpen })}
      classNames={{
        dropdown: styles.menu ?? '',
        item: styles.item ?? '',
        label: styles['menu-label'] ?? '',
        divider: styles.divider ?? '',
      }}
    >
      <KitMenu.Target>{children}</KitMenu.Target>
      <KitMenu.Dropdown>
        {entries.map((entry) => {
          if (entry.kind === 'line') return <KitMenu.Divider key={entry.key} />;
          if (entry.kind === 'label') return <KitMenu.Label key={entry.key}>{entry.label}</KitMenu.Label>;
          return (
            <KitMenu.Item
              key={entry.key}
              leftSection={entry.icon}
              onClick={entry.onSelect}
              disabled={entry.disabled ?? false}
              data-danger={entry.danger === true || undefined}
              {...(entry.checked !== undefined && { role: 'menuitemradio', 'aria-checked': entry.checked })}
            >
              {entry.label}
            </KitMenu.Item>
          );
        })}
      </KitMenu.Dropdown>
    </KitMenu>
  );
}
