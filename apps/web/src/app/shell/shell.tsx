import { narrow, useMediaQuery } from '@alo/ui';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { ErrorBoundary } from '../error-boundary.tsx';
import { PhoneFrame } from '../phone/phone-frame.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import styles from './shell.module.css';

const foldedKey = 'menu_selection';

/** The frame of every screen: navigation, header, the screen itself, and what must outlive any screen's mistakes. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const small = useMediaQuery(narrow);
  const [folded, setFolded] = useState(() => localStorage.getItem(foldedKey) === 'folded');
  useFocusOnArrival(main);

  const fold = () => {
    localStorage.setItem(foldedKey, folded ? 'open' : 'folded');
    setFolded(!folded);
  };

  return (
    <PhoneFrame>
      <div className={styles.shell} data-folded={folded || undefined}>
        <a href="#main" className={styles.skip}>
          Đến nội dung chính
        </a>
        {!small && <Navigation folded={folded} onFold={fold} />}
        <Header />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <ErrorBoundary resetKey={path}>
            <Outlet />
          </ErrorBoundary>
        </main>
        {small && <BottomBar />}
      </div>
    </PhoneFrame>
  );
}

/** On every new screen the focus goes to its title, which a screen reader then reads out; the first screen keeps the page's. */
function useFocusOnArrival(main: React.RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        main.current?.scrollTo(0, 0);
        (main.current?.querySelector('h1') ?? main.current)?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
