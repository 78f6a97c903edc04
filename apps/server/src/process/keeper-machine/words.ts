/** What a keeper says to the person who typed `npm start`, here or at the other start. */
export const words = {
  handedOver: (pid: number) =>
    `Alô đang chạy (tiến trình ${pid}) đã chuyển sang phiên bản này, không ngắt cuộc gọi nào.`,
  notHandedOver: (why: string) => `Không chuyển sang phiên bản này được, phiên bản trước vẫn chạy: ${why}`,
  diedAtStart: (how: string | number) => `máy chủ mới kết thúc khi đang khởi động (${how}).`,
  handsOverLong: 'Phiên bản này chưa sẵn sàng sau 2 phút; nó vẫn đang khởi động, xem /readyz.',
  starts: 'Alô đang khởi động với thư mục dữ liệu này.',
  ends: 'Alô đang dừng với thư mục dữ liệu này.',
  leftOver: 'Lần chạy trước với thư mục dữ liệu này chưa kết thúc hết.',
  holderSilent: 'Thư mục dữ liệu đang được một Alô khác giữ mà không trả lời.',
  waits: (line: string) => `${line} Đang chờ…`,
  waitedInVain: (line: string) => `Alô không khởi động được: đã chờ mà vẫn vậy. ${line}`,
  otherRoles: (pid: string) =>
    `Một Alô khác${pid && ` (tiến trình ${pid})`} đang giữ một phần ALO_ROLES này trên cùng thư mục dữ liệu, với các phần khác: ` +
    'dừng nó trước, hoặc khởi động với đúng ALO_ROLES của nó.',
  dies: (part: string, how: string | number) =>
    `Alô không khởi động được: ${part} kết thúc ngay khi khởi động (${how}).`,
} as const;
