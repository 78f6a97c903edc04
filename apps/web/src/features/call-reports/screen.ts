import { IconChartBar, IconClock, IconSitemap, IconUsers, IconWifi } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default [
  pageScreen({
    access: 'history-by-department-team.view',
    label: 'Theo phòng ban / nhóm',
    path: '/history-by-department-team',
    group: 'Cuộc gọi',
    place: 30,
    icon: IconSitemap,
    words: 'báo cáo thống kê phòng ban nhóm đàm thoại tỷ lệ gặp',
    load: () => import('./department-page.tsx'),
  }),
  pageScreen({
    access: 'history-cdr-by-exten.view',
    label: 'Theo máy nhánh',
    path: '/history-cdr-by-exten',
    group: 'Cuộc gọi',
    place: 40,
    icon: IconChartBar,
    words: 'báo cáo cdr nhân viên extension đàm thoại',
    load: () => import('./extension-page.tsx'),
  }),
  pageScreen({
    access: 'history-by-department-team.view',
    label: 'Theo hàng đợi',
    path: '/history-by-queue',
    group: 'Cuộc gọi',
    place: 45,
    icon: IconUsers,
    words: 'báo cáo hàng đợi mức dịch vụ sla bỏ cuộc chờ lâu nhất khung giờ',
    load: () => import('./queue-page.tsx'),
  }),
  pageScreen({
    access: 'history-by-status.view',
    path: '/history-by-status',
    group: 'Cuộc gọi',
    place: 47,
    icon: IconClock,
    words: 'báo cáo thời gian trạng thái sẵn sàng nghỉ giải lao đăng nhập occupancy chấm công nhân viên',
    load: () => import('./status-page.tsx'),
  }),
  pageScreen({
    access: 'history-cdr-by-exten.view',
    label: 'Chất lượng âm thanh',
    path: '/history-by-quality',
    group: 'Cuộc gọi',
    place: 48,
    icon: IconWifi,
    words: 'báo cáo chất lượng thoại mos mất gói jitter trễ wifi đường truyền kém rè',
    load: () => import('./quality-page.tsx'),
  }),
];
