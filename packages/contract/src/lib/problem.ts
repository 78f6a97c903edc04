import { z } from 'zod';

import { messages } from './messages.ts';

/** Every refusal that the server gives on purpose: a stable code, its HTTP status, and what a person is told. */
export const problems = {
  invalid_request: { status: 400, message: 'Yêu cầu không hợp lệ' },
  wrong_credentials: { status: 400, message: 'Mã doanh nghiệp, tên đăng nhập hoặc mật khẩu không đúng' },
  wrong_code: { status: 400, message: 'Mã xác thực không đúng hoặc đã dùng rồi' },
  choose_company: { status: 409, message: 'Tài khoản này có ở nhiều công ty, hãy chọn một' },
  second_factor_needed: { status: 409, message: 'Cần thêm một bước xác thực' },
  second_factor_required: { status: 403, message: 'Hãy thiết lập xác thực hai bước rồi đăng nhập lại' },
  unauthenticated: { status: 401, message: messages.sessionExpired },
  forbidden: { status: 403, message: 'Bạn không có quyền thực hiện thao tác này' },
  wrong_network: { status: 403, message: 'Khoá này không dùng được từ địa chỉ mạng của bạn' },
  look_only: { status: 403, message: 'Bạn đang xem như người khác: chỉ xem được, không thay đổi được gì' },
  not_licensed: { status: 403, message: 'Công ty chưa đăng ký tính năng này, hoặc đã hết hạn sử dụng' },
  not_found: { status: 404, message: 'Không tìm thấy dữ liệu, có thể đã bị xoá' },
  conflict: { status: 409, message: 'Dữ liệu đã được người khác thay đổi trong lúc bạn sửa' },
  duplicate: { status: 409, message: 'Dữ liệu đã tồn tại' },
  in_use: { status: 409, message: 'Không xoá được vì đang được sử dụng' },
  refuses_advertising: { status: 409, message: 'Khách hàng này đã từ chối quảng cáo' },
  over_share: { status: 409, message: 'Doanh nghiệp đã dùng hết phần được cấp' },
  call_refused: { status: 409, message: 'Không thực hiện được thao tác này với cuộc gọi' },
  draft_broken: { status: 409, message: 'Không áp dụng được: cấu hình đã khác đi' },
  not_in_draft: { status: 409, message: 'Việc này không soạn nháp được: hãy thoát soạn nháp rồi làm lại' },
  provider_failed: { status: 400, message: 'Không đăng nhập được bằng tài khoản công ty' },
  sign_up_closed: {
    status: 403,
    message: 'Hệ thống này không mở đăng ký. Hãy liên hệ đơn vị vận hành để có tài khoản',
  },
  dead_link: { status: 410, message: 'Liên kết này đã dùng rồi hoặc đã hết hạn. Hãy xin một liên kết mới' },
  events_gone: {
    status: 410,
    message: 'Các sự kiện sau số này không còn được giữ. Hãy đọc lại dữ liệu rồi đi tiếp từ số mới',
  },
  request_running: { status: 409, message: 'Yêu cầu trước đó với cùng Idempotency-Key chưa có kết quả' },
  too_large: { status: 413, message: 'Dữ liệu gửi lên quá lớn' },
  unsupported_media_type: { status: 415, message: 'Định dạng dữ liệu không được hỗ trợ' },
  invalid_input: { status: 422, message: 'Dữ liệu chưa hợp lệ, vui lòng kiểm tra lại' },
  key_reused: { status: 422, message: 'Idempotency-Key này đã dùng cho một yêu cầu khác' },
  too_many_requests: { status: 429, message: 'Bạn thao tác quá nhanh, vui lòng thử lại sau ít giây' },
  internal: { status: 500, message: messages.generic },
  unavailable: { status: 503, message: 'Hệ thống đang bận, vui lòng thử lại sau ít giây' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

/** What refers to a row that someone wanted to delete; `kind` is its word in Vietnamese, as it is shown. */
export const usedBy = z.object({ kind: z.string(), name: z.string(), id: z.string() });

/** Body of every answer that is not 2xx. `request_id` is what a person quotes to support. */
export const problemBody = z.object({
  // A newer server may know more codes than this console; they are shown by their message.
  code: z.string(),
  message: z.string(),
  request_id: z.string().default(''),
  /** Field name (dots for nesting) to what is wrong with it. */
  fields: z.record(z.string(), z.string()).default({}),
  /** With `in_use`. */
  used_by: z.array(usedBy).default([]),
  /** With `conflict`: the row as it is now; other codes have here what they are about. */
  current: z.unknown().optional(),
});

export type ProblemBody = z.output<typeof problemBody>;
