import { narrow, useMediaQuery } from '@alo/ui';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { usePreferences } from '../../shared/session/use-preferences.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { PhoneFrame } from '../phone/phone-frame.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { KeysSheet } from './keys-sheet.tsx';
import { Looking } from './looking.tsx';
import { Navigation } from './navigation.tsx';
import { Offline } from './offline.tsx';
import { Paused } from './paused.tsx';
import styles from './shell.module.css';
import { useKeptPreferences } from './use-kept-preferences.ts';

/** Nobody needs it who is not drafting. */
const Drafting = lazy(async () => ({ default: (await import('./drafting.tsx')).Drafting }));

/** The frame of every screen: navigation, header, the screen itself, and what must outlive any screen's mistakes. */
export function Shell() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const small = useMediaQuery(narrow);
  const { drafting } = useConsole();
  const [{ menu }, change] = usePreferences();
  useKeptPreferences();
  const folded = menu === 'folded';
  const fold = () => change({ menu: folded ? 'open' : 'folded' });

  return (
    <PhoneFrame>
      <div className={styles.shell} data-folded={folded || undefined}>
        <a href="#main" className={styles.skip}>
          Đến nội dung chính
        </a>
        {!small && <Navigation folded={folded} onFold={fold} />}
        <Header />
        <div className={styles.notices}>
          <Looking />
          {drafting && (
            <Suspense fallback={null}>
              <Drafting />
            </Suspense>
          )}
          <Paused />
          <Offline />
        </div>
        <main id="main" tabIndex={-1} className={styles.main}>
          <ErrorBoundary resetKey={path}>
            <Outlet />
          </ErrorBoundary>
        </main>
        {small && <BottomBar />}
        <KeysSheet />
      </div>
    </PhoneFrame>
  );
}
