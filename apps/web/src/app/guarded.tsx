import { type Access, needsOf } from '@alo/contract';
import { State } from '@alo/ui';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';

import { Page, Surface } from '../shared/page/page.tsx';
import { useMay } from '../shared/session/me.ts';

/** A screen that is fetched when it is needed, behind its permission: who lacks it is told so, and who can give it. */
export function guarded(access: Access, load: () => Promise<{ default: FunctionComponent }>) {
  const Screen = lazyRouteComponent(load);
  const Guarded = () => {
    const may = useMay();
    return may(access) ? <Screen /> : <NoPermission access={access} />;
  };
  return Object.assign(Guarded, Screen.preload && { preload: Screen.preload });
}

function NoPermission({ access }: { access: Access }) {
  const [need = ''] = needsOf(access);
  const [screen = '', action] = need.split(': ');
  return (
    <Page title={action === undefined ? 'Không có quyền' : screen}>
      <Surface>
        <State drawing="no-right" title="Bạn chưa có quyền xem trang này">
          {action === undefined
            ? `Công ty hoặc vai trò của bạn chưa có “${need}”. Quản trị viên của công ty có thể giúp bạn.`
            : `Quản trị viên của công ty có thể cấp quyền “${action}” ở mục ${screen} cho vai trò của bạn.`}
        </State>
      </Surface>
    </Page>
  );
}
