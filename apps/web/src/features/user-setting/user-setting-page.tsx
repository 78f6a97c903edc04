import { useParams } from '@tanstack/react-router';

import { SectionsPage } from '../../shared/page/sections.tsx';
import { Appearance } from './appearance.tsx';
import { Devices } from './devices.tsx';
import { NotificationRules } from './notification-rules.tsx';
import { OwnPassword } from './own-password.tsx';
import { Profile } from './profile.tsx';
import { Security } from './security.tsx';
import { Sessions } from './sessions.tsx';

/** /user-setting/{slug}: what somebody sets for themselves. */
export default function UserSettingPage() {
  const { slug } = useParams({ strict: false }) as { slug?: string };
  return (
    <SectionsPage
      title="Cài đặt cá nhân"
      base="/user-setting"
      slug={slug}
      sections={[
        { slug: 'ho-so', label: 'Hồ sơ', content: () => <Profile /> },
        { slug: 'mat-khau', label: 'Mật khẩu', content: () => <OwnPassword /> },
        { slug: 'bao-mat', label: 'Xác thực hai bước', content: () => <Security /> },
        { slug: 'phien', label: 'Phiên đăng nhập', content: () => <Sessions /> },
        { slug: 'thong-bao', label: 'Thông báo', content: () => <NotificationRules /> },
        { slug: 'thiet-bi', label: 'Thiết bị và chuông', content: () => <Devices /> },
        { slug: 'giao-dien', label: 'Giao diện', content: () => <Appearance /> },
      ]}
    />
  );
}
