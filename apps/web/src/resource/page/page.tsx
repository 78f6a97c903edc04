import { focusGently } from '@alo/ui';
import { type ReactNode, useEffect, useRef } from 'react';

import styles from './page.module.css';

/** A screen: its title with the count, its actions at the right, its content below. Focus comes to the title on arrival. */
export function Page({
  title,
  count,
  actions,
  children,
  width,
  titleAlone = false,
}: {
  title: string;
  count?: string | undefined;
  actions?: ReactNode;
  children: ReactNode /** `form` keeps lines short. */;
  width?: 'form' | 'sections';
  /** On a phone the actions stand below the title from the start: one of them comes later than the page, which would move down by it. */
  titleAlone?: boolean;
}) {
  const page = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let painted: ReturnType<typeof setTimeout>;
    // With the frame that paints the page, which works out where everything stands in any case; the focus, behind it, would have
    // that done a second time.
    const frame = requestAnimationFrame(() => {
      heading.current?.closest('main')?.scrollTo(0, 0);
      painted = setTimeout(() => {
        // A form has given the focus to its first field already.
        if (!page.current?.contains(document.activeElement)) focusGently(heading.current);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(painted);
    };
  }, []);
  return (
    <div ref={page} className={styles.page} data-width={width}>
      <title>{`${title} · Alô`}</title>
      <header className={styles.head} data-title-alone={titleAlone || undefined}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** The one surface that the content of a page stands on. */
export const Surface = ({ children, padded = false }: { children: ReactNode; padded?: boolean }) => (
  <section className={styles.surface} data-padded={padded || undefined}>
    {children}
  </section>
);
