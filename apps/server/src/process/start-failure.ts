/**
 * Why it did not start, for whoever started it: one line with what they can change. What they cannot is a fault of ours, whose
 * stack is for those who asked for it by ALO_LOG_LEVEL=debug.
 */
export function startFailureText(error: unknown, withStack = false): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message.startsWith('Configuration:')) return error.message;
  const chain = [...causesOf(error)];
  const known = chain.map(lineOf).find((line) => line !== undefined);
  if (withStack) return [known, error.stack ?? error.message].filter((line) => line !== undefined).join('\n');
  return known ?? `Alô không khởi động được: ${firstLine(chain)} (ALO_LOG_LEVEL=debug cho biết thêm.)`;
}

/** Errors whose message is the line to print. */
const inOurWords = new Set([
  'FolderInUse',
  'BeforeFirstRelease',
  'HalfRestored',
  'PartLost',
  'DatabaseInUse',
  'LostClock',
  'NewerDatabase',
  'NodeInUse',
  'OtherNode',
]);

/** What is known of one error, as the line to print. */
function lineOf(error: Error): string | undefined {
  const port = /\bEADDRINUSE\b.*?:(\d+)$/.exec(error.message)?.[1];
  if (port !== undefined) {
    return `Cổng ${port} đang được chương trình khác dùng: dừng chương trình đó, hoặc chọn cổng khác bằng ALO_PORT, ALO_SIP_WSS_PORT hay ALO_SIP_WS_PORT.`;
  }
  if (inOurWords.has(error.name)) return error.message;
  const { code, path } = systemError(error);
  const where = path === undefined ? '' : ` (${path})`;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `Đĩa chứa thư mục dữ liệu đã đầy${where}: giải phóng dung lượng rồi khởi động lại, hoặc chọn thư mục khác bằng ALO_DATA_DIR.`;
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return `Không ghi được vào thư mục dữ liệu${where}: cấp quyền ghi, hoặc chọn thư mục khác bằng ALO_DATA_DIR.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'ENETUNREACH':
      return `Máy này không có địa chỉ để lắng nghe hoặc kết nối (${code}): kiểm tra mạng và ALO_HOST.`;
    case 'ECONNREFUSED':
      return 'Không kết nối được tới cơ sở dữ liệu: kiểm tra DATABASE_URL và xem PostgreSQL có đang chạy không.';
    default:
      return undefined;
  }
}

function* causesOf(error: Error): Iterable<Error> {
  yield error;
  if (error.cause instanceof Error) yield* causesOf(error.cause);
}

/** Ours are sentences; the cause beneath says what the system had against it. */
const firstLine = (chain: readonly Error[]): string =>
  chain.map(({ message }) => message.replaceAll(/\s+/g, ' ').trim()).join(' – ');

function systemError(error: Error): { readonly code: string | undefined; readonly path: string | undefined } {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const code = 'code' in error ? error.code : undefined;
  const path = 'path' in error ? error.path : undefined;
  // What an engine or PostgreSQL says comes as a text.
  const named = /\b(ENOSPC|EDQUOT|EROFS|EACCES|EADDRNOTAVAIL|ENETUNREACH)\b/.exec(error.message)?.[1];
  const full = /No space left on device/.test(error.message) ? 'ENOSPC' : undefined;
  return { code: text(code) ?? named ?? full, path: text(path) };
}
