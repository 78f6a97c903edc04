/** The texts that the specification gives letter by letter (§4, §5, §8), odd spaces included. */
export const messages = {
  required: 'Thông tin không được để trống',
  phone: 'Định dạng số điện thoại sai',
  sessionExpired: 'Phiên làm việc hết hạn. Vui lòng đăng nhập lại !',
  generic: 'Có lỗi xảy ra , vui lòng thử lại',
  destinationFetch: (status: number) => `Error: Received status code ${status}`,
} as const;

/** Labels of the call status (specification §4). */
export const callStatusLabels = {
  incoming: 'Cuộc gọi đến',
  outgoing: 'Cuộc gọi đi',
  connecting: 'Đang kết nối',
  calling: 'Đang gọi',
  connected: 'Đã kết nối',
} as const;

/** Local-storage keys (specification §3): a person is logged in only when all three exist. */
export const storageKeys = { token: 'token', user: 'user', tenantCode: 'ma_dn' } as const;
