/** Saves an answer's bytes as a download, under the server's name for it if it gave one. */
export async function saveFile(answer: Response, fallbackName: string): Promise<void> {
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameIn(answer.headers.get('content-disposition')) ?? fallbackName;
  link.click();
  // The browser has taken the bytes by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The file name of a Content-Disposition header (RFC 6266), the extended form first. */
export function fileNameIn(header: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"]+)"/i.exec(header ?? '')?.[1];
}
