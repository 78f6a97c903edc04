import {
  type ColourScheme,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconPassword,
  IconSun,
  IconUserCog,
  IconUserPlus,
  Menu,
  type MenuEntry,
} from '@alo/ui';
import { useNavigate } from '@tanstack/react-router';
import { useMe } from '../../../kit/me/me.ts';
import { usePreferences } from '../../../kit/me/use-preferences.ts';
import { otherPersonPath } from '../../../kit/session/login-paths.ts';
import styles from './header.module.css';
import { useSignOut } from './use-sign-out.ts';

const schemes = [
  { scheme: 'light', label: 'Nền sáng', icon: <IconSun aria-hidden /> },
  { scheme: 'dark', label: 'Nền tối', icon: <IconMoon aria-hidden /> },
  { scheme: 'auto', label: 'Theo máy', icon: <IconDeviceDesktop aria-hidden /> },
] as const satisfies readonly { scheme: ColourScheme; label: string; icon: React.ReactNode }[];

/** Who one is, and what concerns oneself: password, light or dark, signing out or in as somebody else. */
export function PersonMenu() {
  const person = useMe();
  const [{ scheme }, change] = usePreferences();
  const navigate = useNavigate();
  const goTo = (slug: string) => void navigate({ to: '/user-setting/$slug', params: { slug } });
  const signOut = useSignOut();
  const entries: MenuEntry[] = [
    {
      kind: 'label',
      key: 'who',
      label: (
        <span className={styles.who}>
          <b>{person?.name ?? ''}</b>
          <span>{person?.email}</span>
          <span>
            {person?.tenant_name} · {person?.roles[0]?.name}
          </span>
        </span>
      ),
    },
    { kind: 'line', key: 'line-1' },
    { key: 'own', label: 'Cài đặt cá nhân', icon: <IconUserCog aria-hidden />, onSelect: () => goTo('ho-so') },
    { key: 'password', label: 'Đổi mật khẩu', icon: <IconPassword aria-hidden />, onSelect: () => goTo('mat-khau') },
    { kind: 'label', key: 'scheme', label: 'Giao diện' },
    ...schemes.map(({ scheme: each, label, icon }) => ({
      key: each,
      label,
      icon,
      checked: each === scheme,
      onSelect: () => change({ scheme: each }),
    })),
    { kind: 'line', key: 'line-2' },
    {
      key: 'other',
      label: 'Đăng nhập người khác ở thẻ này',
      icon: <IconUserPlus aria-hidden />,
      onSelect: () => location.assign(otherPersonPath),
    },
    { key: 'out', label: 'Đăng xuất', icon: <IconLogout aria-hidden />, onSelect: signOut },
  ];
  return (
    <Menu entries={entries}>
      <button type="button" className={styles.person}>
        <span aria-hidden>{initials(person?.name ?? '')}</span>
        <span className="alo-unseen">Tài khoản {person?.name}</span>
      </button>
    </Menu>
  );
}

/** Vietnamese names end with the given name: `Nguyễn Thị Lan` → `NL`. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '';
  return (words.length > 1 ? first + (words.at(-1)?.[0] ?? '') : first).toUpperCase();
}
