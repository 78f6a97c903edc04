import { type Access, needsOf, operator } from '@alo/contract';
import { buttonClass, State } from '@alo/ui';
import { Link, lazyRouteComponent, Navigate, useLocation } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { useMay, useMe } from '../kit/me/me.ts';
import { Page, Surface } from '../resource/page/page.tsx';
import { homePath } from './screens/homes.ts';
import { firstOf, screens } from './screens/screens.ts';

/** A screen that is fetched when it is needed, behind its permission: who lacks it is told so, and who can give it. */
export function guarded(access: Access, load: () => Promise<{ default: FunctionComponent }>) {
  const Screen = lazyRouteComponent(load);
  const Guarded = () => {
    const may = useMay();
    return may(access) ? <Screen /> : <Refused access={access} />;
  };
  return Object.assign(Guarded, Screen.preload && { preload: Screen.preload });
}

/**
 * Whoever signs in comes to the dashboard without having asked for it: who may not see it begins at the first screen that they may. Whom the
 * address wants called stays in it, for the phone may come later.
 */
function Refused({ access }: { access: Access }) {
  const may = useMay();
  const known = useMe() !== undefined;
  const atHome = useLocation({ select: ({ pathname }) => pathname === homePath });
  const first = atHome && known ? firstOf(screens, may) : undefined;
  return first ? <Navigate to={first.path} search replace /> : <NoPermission access={access} />;
}

function NoPermission({ access }: { access: Access }) {
  const { screen, action } = lacked(access);
  const first = firstOf(screens, useMay());
  return (
    <Page title={action === undefined ? 'Không có quyền' : screen}>
      <Surface>
        <State
          drawing="no-right"
          title="Bạn chưa có quyền xem trang này"
          action={
            first && (
              <Link to={first.path} search={{}} className={buttonClass('default')}>
                Về {first.label}
              </Link>
            )
          }
        >
          {whoHelps(access)}
        </State>
      </Surface>
    </Page>
  );
}

/** The first thing that is needed and may be missing. */
function lacked(access: Access) {
  const [need = ''] = needsOf(access);
  const [screen = '', action] = need.split(': ');
  return { need, screen, action };
}

function whoHelps(access: Access): string {
  if (access === operator) return 'Trang này dành cho người vận hành cả hệ thống, không của riêng một công ty.';
  const { need, screen, action } = lacked(access);
  return action === undefined
    ? `Công ty hoặc vai trò của bạn chưa có “${need}”. Quản trị viên của công ty có thể giúp bạn.`
    : `Quản trị viên của công ty có thể cấp quyền “${action}” ở mục ${screen} cho vai trò của bạn.`;
}
