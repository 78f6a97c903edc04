import { IconPhone, IconPhoneCall } from '@alo/ui';

import { resourceScreen, viewScreen } from '../../resource/screen/screen.tsx';

export default [
  resourceScreen({
    access: 'subscribers',
    path: '/subscribers',
    form: '/subscribers',
    group: 'Tổng đài',
    place: 30,
    icon: IconPhone,
    words: 'số nội bộ thuê bao chuyển tiếp không làm phiền quyền gọi',
    load: async () => ({ default: (await import('./pages.ts')).subscribers }),
  }),
  viewScreen({
    access: 'subscribers',
    label: 'Thuê bao thoại',
    path: '/voices/subscribers',
    form: '/subscribers',
    group: 'Tổng đài',
    place: 31,
    icon: IconPhoneCall,
    words: 'máy nhánh đang đăng ký thiết bị trình duyệt trạng thái cuộc gọi gần nhất',
    load: async () => ({ default: (await import('./pages.ts')).lines }),
  }),
];
