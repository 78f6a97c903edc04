import type { Spoken } from './writer.ts';

const said = [
  ['right', 'Dạ em nghe ạ'],
  ['left', 'Tôi muốn đổi máy lọc nước mua hôm thứ bảy'],
  ['right', 'Dạ máy bị làm sao ạ'],
  ['left', 'Máy kêu to, tôi còn hoá đơn'],
  ['right', 'Dạ em sẽ gọi lại anh trước 15 giờ ngày mai ạ'],
  ['left', 'Cảm ơn em'],
] as const;

/** A call that nobody made, for who tries whether anybody sums up. */
export const trialCall: Spoken = {
  lines: said.map(([side, text], at) => ({ side, text, from: at * 4_000, to: at * 4_000 + 3_000 })),
  names: { left: 'Khách', right: 'Nhân viên', both: 'Hai bên' },
};
