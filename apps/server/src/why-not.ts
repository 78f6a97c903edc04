/** Why it did not start, for whoever started it: what they can change in a line, a fault of ours with its stack. */
export function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message.startsWith('Configuration:')) return error.message;
  const port = /\bEADDRINUSE\b.*?:(\d+)$/.exec(error.message)?.[1];
  if (port !== undefined) {
    return `Cổng ${port} đang được chương trình khác dùng: dừng chương trình đó, hoặc chọn cổng khác bằng ALO_PORT hay ALO_SIP_WSS_PORT.`;
  }
  return error.stack ?? error.message;
}
