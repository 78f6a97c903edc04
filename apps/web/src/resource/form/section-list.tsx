import { IconAlertTriangle } from '@alo/ui';
import { useRef } from 'react';

import styles from './resource.module.css';

/** The parts of a form beside it, where there is room: whoever looks for one goes there at once. */
export function SectionList({
  parts,
  onGo,
}: {
  parts: readonly { title: string; isWrong: boolean }[];
  onGo: (title: string) => void;
}) {
  const list = useRef<HTMLElement>(null);
  const go = (title: string) => {
    onGo(title);
    const sections = list.current?.closest('form')?.querySelectorAll<HTMLElement>('[data-section]') ?? [];
    const section = [...sections].find(({ dataset }) => dataset['section'] === title);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('h2 button')?.focus({ preventScroll: true });
  };
  return (
    <nav ref={list} className={styles.parts} aria-label="Các phần">
      <ul>
        {parts.map(({ title, isWrong }) => (
          <li key={title}>
            <button type="button" onClick={() => go(title)}>
              {title}
              {isWrong && <IconAlertTriangle size={14} aria-label="có chỗ cần sửa" />}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
