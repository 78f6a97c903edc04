import { type Access, screens as contractScreens } from '@alo/contract';
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

/** What an action is called where a role is put together. */
const actions: Readonly<Record<string, string>> = {
  view: 'Xem',
  create: 'Thêm',
  update: 'Sửa',
  delete: 'Xoá',
  export: 'Xuất',
  listen: 'Nghe ghi âm',
  'full-phone': 'Xem số đầy đủ',
};

function NoPermission({ access }: { access: Access }) {
  const [name = '', action = ''] = access.split('.');
  const screen = Object.entries(contractScreens).find(([each]) => each === name)?.[1].label;
  return (
    <Page title={screen ?? 'Không có quyền'}>
      <Surface>
        <State drawing="no-right" title="Bạn chưa có quyền xem trang này">
          Quản trị viên của công ty có thể cấp quyền “{actions[action] ?? action}” ở mục {screen ?? name} cho vai trò
          của bạn.
        </State>
      </Surface>
    </Page>
  );
}
