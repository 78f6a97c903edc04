/** A file of a zip. */
export interface Unzipped {
  readonly name: string;
  readonly bytes: Blob;
}

/** What a zip may hold: a voice is sixty clips. */
const [mostFiles, mostBytes] = [300, 10 * 1024 * 1024];
const [endMark, entryMark] = [0x06054b50, 0x02014b50];

export class ZipError extends Error {}

/** The files of a zip, stored or deflated; folders and what Macs add are left out. */
export async function unzip(zip: Blob): Promise<readonly Unzipped[]> {
  const buffer = await zip.arrayBuffer();
  const view = new DataView(buffer);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > mostFiles) throw new ZipError(`Tệp zip có quá ${mostFiles} tệp`);
  const files: Unzipped[] = [];
  let at = view.getUint32(end + 16, true);
  for (let nth = 0; nth < count; nth += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entryMark) throw broken();
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameLength));
    if (!name.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(name)) {
      files.push({ name, bytes: await contentOf(zip, view, at) });
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

const broken = () => new ZipError('Tệp zip hỏng, hoặc nén kiểu chưa đọc được');

/** The record at the end of a zip, before at most 64 kB of comment. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at -= 1) {
    if (view.getUint32(at, true) === endMark) return at;
  }
  throw broken();
}

async function contentOf(zip: Blob, view: DataView, entry: number): Promise<Blob> {
  const method = view.getUint16(entry + 10, true);
  const [packed, local] = [view.getUint32(entry + 20, true), view.getUint32(entry + 42, true)];
  if (local + 30 > view.byteLength) throw broken();
  const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const content = zip.slice(begin, begin + packed);
  if (method === 0) return content;
  if (method !== 8) throw broken();
  return inflated(content);
}

/** Says how large it is only once it is read: no more is read than a clip may have. */
async function inflated(content: Blob): Promise<Blob> {
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const pieces: BlobPart[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(pieces);
      bytes += value.byteLength;
      if (bytes > mostBytes) throw new ZipError('Một tệp trong zip lớn quá 10 MB');
      pieces.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof ZipError ? error : broken();
  }
}
