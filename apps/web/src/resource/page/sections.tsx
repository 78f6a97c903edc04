import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

import { Page, Surface } from './page.tsx';
import styles from './sections.module.css';

/** One part of a page of settings: its address ends with the slug. */
export interface SettingSection {
  slug: string;
  label: string;
  content: () => ReactNode;
}

/** A page of settings: its sections at the left (above on a phone), the chosen one beside them. */
export function SectionsPage({
  title,
  base,
  sections,
  slug,
}: {
  title: string;
  /** Address without the slug. */
  base: '/setting' | '/user-setting';
  sections: readonly SettingSection[];
  slug: string | undefined;
}) {
  const chosen = sections.find((section) => section.slug === slug) ?? sections[0];
  const list = useRef<HTMLElement>(null);
  // On a phone the sections are a row that is wider than the page.
  useEffect(() => {
    if (chosen !== undefined)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosen]);
  if (chosen === undefined) return null;
  return (
    <Page title={title}>
      <div className={styles.sections}>
        <nav ref={list} aria-label={title} className={styles.list}>
          {sections.map((section) => (
            <Link
              key={section.slug}
              to={`${base}/$slug`}
              params={{ slug: section.slug }}
              aria-current={section === chosen ? 'page' : undefined}
            >
              {section.label}
            </Link>
          ))}
        </nav>
        <Surface padded>
          <h2 className={styles.title}>{chosen.label}</h2>
          <div key={chosen.slug}>{chosen.content()}</div>
        </Surface>
      </div>
    </Page>
  );
}
