import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

import { TargetRefused } from '../../http/guarded-request.ts';

/** What a provider says in one word (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6). */
const said = new Map([
  ['access_denied', 'bạn chưa đồng ý, hoặc chưa được phép dùng Alô ở đó'],
  ['invalid_client', 'nhà cung cấp không nhận Client ID hoặc Client secret'],
  ['unauthorized_client', 'nhà cung cấp không nhận Client ID hoặc Client secret'],
  ['invalid_grant', 'lần đăng nhập này không còn dùng được. Hãy bắt đầu lại'],
  ['invalid_scope', 'nhà cung cấp không cho biết email'],
  ['login_required', 'bạn chưa đăng nhập ở đó'],
  ['interaction_required', 'bạn chưa đăng nhập ở đó'],
  ['temporarily_unavailable', 'nhà cung cấp đang bận. Hãy thử lại sau'],
  ['server_error', 'nhà cung cấp đang có lỗi. Hãy thử lại sau'],
]);

/** What the library finds wrong with an answer. */
const found = new Map([
  ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'ở địa chỉ này không có nhà cung cấp OpenID Connect'],
  ['OAUTH_RESPONSE_IS_NOT_JSON', 'ở địa chỉ này không có nhà cung cấp OpenID Connect'],
  ['OAUTH_PARSE_ERROR', 'ở địa chỉ này không có nhà cung cấp OpenID Connect'],
  ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', 'nhà cung cấp tự xưng một địa chỉ (issuer) khác'],
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'đồng hồ của nhà cung cấp lệch quá nhiều'],
  ['OAUTH_TIMEOUT', 'nhà cung cấp không trả lời kịp'],
  ['OAUTH_ABORT', 'nhà cung cấp không trả lời kịp'],
]);

/** What the network says. */
const networkSays = new Map([
  ['ENOTFOUND', 'không tìm thấy địa chỉ của nhà cung cấp'],
  ['EAI_AGAIN', 'không tìm thấy địa chỉ của nhà cung cấp'],
  ['ECONNREFUSED', 'không kết nối được nhà cung cấp'],
  ['ECONNRESET', 'không kết nối được nhà cung cấp'],
  ['EHOSTUNREACH', 'không kết nối được nhà cung cấp'],
  ['ETIMEDOUT', 'nhà cung cấp không trả lời kịp'],
  ['ABORT_ERR', 'nhà cung cấp không trả lời kịp'],
]);

/** Of these, what whoever signs in can do something about. */
const ofPerson = new Set([
  'access_denied',
  'invalid_grant',
  'login_required',
  'interaction_required',
  'temporarily_unavailable',
  'server_error',
]);

/** What somebody who signs in can do about a provider that was of no use; why it was is told to whoever set it up. */
export function whatToDo(error: unknown): string {
  const answered = causesOf(error).find(
    (each) => each instanceof ResponseBodyError || each instanceof AuthorizationResponseError,
  );
  return answered !== undefined && ofPerson.has(answered.error)
    ? `Không đăng nhập được bằng tài khoản công ty: ${whatFailed(error)}`
    : 'Đăng nhập bằng tài khoản công ty đang không dùng được. Hãy thử lại sau ít phút; nếu vẫn vậy, hãy báo người quản trị';
}

/** Why a provider was of no use, in words for whoever set it up; never what a stranger's server wrote. */
export function whatFailed(error: unknown): string {
  for (const each of causesOf(error)) {
    if (each instanceof TargetRefused) return each.message;
    if (each instanceof ResponseBodyError || each instanceof AuthorizationResponseError) {
      return said.get(each.error) ?? 'nhà cung cấp từ chối';
    }
    const known = networkSays.get(codeOf(each)) ?? (each instanceof ClientError ? found.get(codeOf(each)) : undefined);
    if (known !== undefined) return known;
    if (/^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(codeOf(each))) {
      return 'chứng chỉ của nhà cung cấp không đúng';
    }
  }
  return 'nhà cung cấp trả lời không đúng';
}

/** The error and what it came of, the outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause) causes.push(each);
  return causes;
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
