import type { PhoneMaker } from '@alo/contract';

/** How far what stands here was tried. */
export const makerStandings = {
  tried: 'Đã cài thử.',
  read: 'Theo tài liệu của hãng, chưa cài thử.',
} as const;

/** What one does with the file of each maker. */
export const makerWords: Readonly<Record<PhoneMaker, { standing: keyof typeof makerStandings; how: string }>> = {
  yealink: {
    standing: 'read',
    how: 'Mở trang web của máy, vào Settings → Auto Provision, dán địa chỉ vào Server URL rồi bấm Auto Provision Now.',
  },
  grandstream: {
    standing: 'read',
    how: 'Tải tệp, mở trang web của máy, vào Maintenance → Upgrade and Provisioning, chọn Upload Device Configuration.',
  },
  fanvil: {
    standing: 'read',
    how: 'Tải tệp, mở trang web của máy, vào System → Configurations, chọn tệp ở Import Configurations.',
  },
  'cisco-spa': {
    standing: 'read',
    how: 'Mở trang web của máy bằng quyền Admin Advanced, dán địa chỉ vào Provisioning → Profile Rule, rồi lưu.',
  },
  linphone: {
    standing: 'tried',
    how: 'Quét mã bằng Linphone, hoặc dán địa chỉ vào mục Remote provisioning (Cấu hình từ xa).',
  },
  microsip: {
    standing: 'read',
    how: 'Thoát MicroSIP, đặt tệp vào thư mục %APPDATA%\\MicroSIP (tệp cũ bị thay), rồi mở lại.',
  },
  zoiper: {
    standing: 'read',
    how: 'Bản doanh nghiệp: dán địa chỉ vào cấu hình từ xa (provisioning) của Zoiper. Bản thường: gõ tay thông số bên dưới.',
  },
};
