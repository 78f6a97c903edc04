import type { Access } from '@alo/contract';
import { type Icon, IconBuilding, IconBuildingStore, IconHistory, IconLayoutDashboard, IconUsersGroup } from '@alo/ui';

/** Groups of the navigation, in their order; a group is shown when a screen in it is. */
export const groups = [
  'Tổng quan',
  'Khách hàng',
  'Cuộc gọi',
  'KPI',
  'Chiến dịch',
  'Khảo sát',
  'Voice OTP',
  'Giám sát',
  'Tổng đài',
  'Quản trị',
  'Cài đặt',
] as const;

/** A screen as the navigation, the search and the bottom bar know it. */
export interface Screen {
  path: `/${string}`;
  label: string;
  group: (typeof groups)[number];
  icon: Icon;
  access: Access;
  /** Other words that people look for. */
  words?: string;
}

/** Every screen that exists. A new screen adds its line here and its route in `router.tsx`. */
export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    label: 'Tổng quan',
    group: 'Tổng quan',
    icon: IconLayoutDashboard,
    access: 'dashboard.view',
    words: 'trang chủ số liệu hôm nay',
  },
  {
    path: '/call-history',
    label: 'Lịch sử cuộc gọi',
    group: 'Cuộc gọi',
    icon: IconHistory,
    access: 'call-history.view',
    words: 'ghi âm nhật ký cdr',
  },
  { path: '/branchs', label: 'Chi nhánh', group: 'Quản trị', icon: IconBuildingStore, access: 'branchs.view' },
  { path: '/departments', label: 'Phòng ban', group: 'Quản trị', icon: IconBuilding, access: 'departments.view' },
  {
    path: '/teams',
    label: 'Nhóm làm việc',
    group: 'Quản trị',
    icon: IconUsersGroup,
    access: 'teams.view',
    words: 'team đội',
  },
];
