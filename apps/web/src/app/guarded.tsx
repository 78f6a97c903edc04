import type { Access } from '@alo/contract';
import { State } from '@alo/ui';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';

import { Page, Surface } from '../shared/page/page.tsx';
import { permissionWords } from '../shared/screen/permission-words.ts';
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
  const { action, screen } = permissionWords(access);
  return (
    <Page title={screen}>
      <Surface>
        <State drawing="no-right" title="Bạn chưa có quyền xem trang này">
          Quản trị viên của công ty có thể cấp quyền “{action}” ở mục {screen} cho vai trò của bạn.
        </State>
      </Surface>
    </Page>
  );
}
