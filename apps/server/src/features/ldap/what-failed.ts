import { TargetRefused } from '../../http/guarded-request.ts';
import { NotLdap } from './answers.ts';
import { DirectoryRefused } from './line.ts';
import { type DirectoryStep, OfNoUse, StepFailed } from './who-is.ts';

/** The steps of a sign-in at a directory, as they are shown. */
export const stepLabels = {
  connect: 'Kết nối',
  encrypt: 'Mã hoá và chứng chỉ',
  service: 'Tài khoản tra cứu',
  find: 'Tìm người',
  password: 'Mật khẩu',
} as const satisfies Record<DirectoryStep, string>;

/** Result codes of RFC 4511 appendix A that say what to do about them. */
const said = new Map([
  [1, 'máy chủ LDAP có lỗi'],
  [2, 'máy chủ không hiểu LDAPv3'],
  [3, 'máy chủ tìm quá lâu'],
  [8, 'máy chủ đòi cách đăng nhập khác'],
  [13, 'máy chủ đòi mã hoá trước'],
  [19, 'máy chủ không nhận: tài khoản bị khoá, hoặc mật khẩu đã hết hạn'],
  [32, 'không có mục này trong thư mục. Xem lại Base DN'],
  [34, 'DN không đúng cú pháp'],
  [50, 'tài khoản này không được phép'],
  [51, 'máy chủ đang bận'],
  [52, 'máy chủ không hỗ trợ'],
  [53, 'máy chủ không nhận: tài khoản bị khoá, hoặc phải đổi mật khẩu'],
]);

/** Of these, what is said of the account that somebody signs in to. */
const ofAccount = new Set([19, 53]);

const networkSays = new Map([
  ['ENOTFOUND', 'không tìm thấy địa chỉ này'],
  ['EAI_AGAIN', 'không tìm thấy địa chỉ này'],
  ['ECONNREFUSED', 'không có máy chủ nào trả lời ở cổng này'],
  ['ECONNRESET', 'máy chủ ngắt kết nối'],
  ['EPIPE', 'máy chủ ngắt kết nối'],
  ['EHOSTUNREACH', 'không kết nối được'],
  ['ENETUNREACH', 'không kết nối được'],
  ['ETIMEDOUT', 'máy chủ không trả lời kịp'],
  ['ABORT_ERR', 'máy chủ không trả lời kịp'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'chứng chỉ là của máy chủ khác'],
  ['CERT_HAS_EXPIRED', 'chứng chỉ đã hết hạn'],
  ['CERT_NOT_YET_VALID', 'chứng chỉ chưa có hiệu lực'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'chứng chỉ tự ký. Dán chứng chỉ của CA đã ký vào ô Chứng chỉ CA'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'chứng chỉ do CA riêng ký. Dán chứng chỉ của CA đó vào ô Chứng chỉ CA'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'chứng chỉ do CA lạ ký. Dán chứng chỉ của CA đó vào ô Chứng chỉ CA'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'chứng chỉ do CA lạ ký. Dán chứng chỉ của CA đó vào ô Chứng chỉ CA'],
]);

/** What somebody who signs in can do about a directory that was of no use; why it was is told to whoever set it up. */
export function whatToDoWithoutDirectory(error: unknown, name: string): string {
  if (error instanceof OfNoUse) return `${name} không cho biết email của bạn. Hãy báo người quản trị`;
  const isOfPerson =
    error instanceof StepFailed &&
    error.step === 'password' &&
    error.cause instanceof DirectoryRefused &&
    ofAccount.has(error.cause.code);
  return isOfPerson
    ? `Tài khoản của bạn ở ${name} bị khoá, hoặc phải đổi mật khẩu. Hãy báo người quản trị`
    : `${name} đang không xác nhận được mật khẩu. Hãy thử lại sau ít phút; nếu vẫn vậy, hãy báo người quản trị`;
}

/** Why a step at a directory did not work, in words for whoever set it up; never what a stranger's server wrote. */
export function whyDirectoryFailed(error: unknown): string {
  const cause = error instanceof StepFailed ? error.cause : error;
  if (cause instanceof TargetRefused || cause instanceof OfNoUse) return cause.message;
  if (cause instanceof DirectoryRefused) return said.get(cause.code) ?? `máy chủ từ chối (mã ${cause.code})`;
  if (cause instanceof NotLdap) return 'ở cổng này không có máy chủ LDAP';
  if (!(cause instanceof Error) || !('code' in cause) || typeof cause.code !== 'string')
    return 'máy chủ trả lời không đúng';
  const known = networkSays.get(cause.code);
  if (known !== undefined) return known;
  return /^(ERR_SSL_|ERR_TLS_|EPROTO|CERT_|UNABLE_TO_)/.test(cause.code)
    ? 'không mã hoá được, hoặc chứng chỉ không đúng'
    : 'máy chủ trả lời không đúng';
}
