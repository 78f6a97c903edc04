import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { SectionsPage } from '../../resource/page/sections.tsx';
import { Appearance } from './appearance.tsx';
import { Devices } from './devices.tsx';
import { NotificationRules } from './notification-rules.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnPhones } from './own-phones.tsx';
import { Profile } from './profile.tsx';
import { ownSettingSections } from './sections.ts';
import { OwnSecurity } from './security.tsx';
import { Sessions } from './sessions.tsx';

const contents = {
  'ho-so': () => <Profile />,
  'mat-khau': () => <OwnPassword />,
  'bao-mat': () => <OwnSecurity />,
  phien: () => <Sessions />,
  'thong-bao': () => <NotificationRules />,
  'thiet-bi': () => <Devices />,
  'dien-thoai': () => <OwnPhones />,
  'giao-dien': () => <Appearance />,
} satisfies Record<(typeof ownSettingSections)[number]['slug'], () => ReactNode>;

/** /user-setting/{slug}: what somebody sets for themselves. */
export default function UserSettingPage() {
  const { slug } = useParams({ strict: false });
  return (
    <SectionsPage
      title="Cài đặt cá nhân"
      base="/user-setting"
      slug={slug}
      sections={ownSettingSections.map((section) => ({ ...section, content: contents[section.slug] }))}
    />
  );
}
