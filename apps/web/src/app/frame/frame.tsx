import { narrow, useMediaQuery } from '@alo/ui';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { usePhoneDoor } from '../../domain/phone-door/phone-door.ts';
import { useConsole } from '../../kit/api/context.ts';
import { useMe } from '../../kit/me/me.ts';
import { usePreferences } from '../../kit/me/use-preferences.ts';
import { Zone } from '../../kit/zone/zone.tsx';
import { Looking } from './banners/looking.tsx';
import { Offline } from './banners/offline.tsx';
import { Paused } from './banners/paused.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { KeysSheet } from './keys/keys-sheet.tsx';
import { BottomBar } from './menu/bottom-bar.tsx';
import { Navigation } from './menu/navigation.tsx';
import { useKeptPreferences } from './use-kept-preferences.ts';

/** Only for whom the company has just asked for a second factor. */
const SetUpDemanded = lazy(() => import('../../features/user-setting/set-up-demanded.tsx'));
/** Only for whom one will be a must. */
const SetUpSoon = lazy(() => import('./banners/set-up-soon.tsx'));
/** Only where something of the company's ends in these days. */
const Ends = lazy(() => import('./banners/ends.tsx'));
/** Nobody needs it who is not drafting. */
const Drafting = lazy(async () => ({ default: (await import('./banners/drafting.tsx')).Drafting }));

/** The frame of every screen: navigation, header, the screen itself, and what must outlive any screen's mistakes. */
export function Frame() {
  const small = useMediaQuery(narrow);
  const { drafting } = useConsole();
  useKeptPreferences();
  const me = useMe();
  // By the day on which the page was loaded.
  const [since] = useState(Date.now);
  // What may be said is looked at closely where it is said.
  const mayEnd =
    me !== undefined &&
    (me.trial_until !== null ||
      me.features.some((one) => Math.abs(Date.parse(one.date_expired) - since) < 8 * 86_400_000));
  const mustSetUp = me?.must_set_up_second_factor === true;
  const setUpFrom = me?.second_factor_from ?? null;
  const [settingUp, setSettingUp] = useState(false);
  // It stays until recovery codes were read, which are told this once.
  if (mustSetUp && !settingUp) setSettingUp(true);
  const { folded, fold } = useMenu();

  return (
    <div className={styles.frame} data-folded={folded || undefined}>
      <a href="#main" className={styles.skip}>
        Đến nội dung chính
      </a>
      {!small && (
        <Zone name="Menu">
          <Navigation folded={folded} onFold={fold} />
        </Zone>
      )}
      <Zone name="Đầu trang">
        <Header />
      </Zone>
      <div className={styles.notices}>
        <Zone name="Thông báo">
          <Looking />
        </Zone>
        {setUpFrom !== null && !settingUp && (
          <Zone name="Xác thực hai bước">
            <Suspense fallback={null}>
              <SetUpSoon day={setUpFrom} />
            </Suspense>
          </Zone>
        )}
        {mayEnd && (
          <Zone name="Bản quyền">
            <Suspense fallback={null}>
              <Ends company={me} now={since} />
            </Suspense>
          </Zone>
        )}
        {drafting && (
          <Zone name="Bản nháp">
            <Suspense fallback={null}>
              <Drafting />
            </Suspense>
          </Zone>
        )}
        <Zone name="Thông báo">
          <Paused />
        </Zone>
        <Offline />
      </div>
      <main id="main" tabIndex={-1} className={styles.main}>
        {settingUp ? (
          <Suspense fallback={null}>
            <SetUpDemanded onDone={() => setSettingUp(false)} />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </main>
      {small && (
        <Zone name="Menu">
          <BottomBar />
        </Zone>
      )}
      <Zone name="Phím tắt">
        <KeysSheet />
      </Zone>
    </div>
  );
}

/** Between menu and phone little room is left of a small screen: beside the phone the menu is folded, unless it is wanted there. */
const isTight = '(max-width: 1365px)';

function useMenu(): { readonly folded: boolean; readonly fold: () => void } {
  const [{ menu }, change] = usePreferences();
  const isDocked = usePhoneDoor()?.isDocked === true;
  const givesWay = useMediaQuery(isTight) && isDocked && menu !== 'folded';
  const [wanted, setWanted] = useState(false);
  // It gives way to the next call again.
  if (!isDocked && wanted) setWanted(false);
  if (givesWay) return { folded: !wanted, fold: () => setWanted(!wanted) };
  const folded = menu === 'folded';
  return { folded, fold: () => change({ menu: folded ? 'open' : 'folded' }) };
}
