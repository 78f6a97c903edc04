import { open } from 'node:fs/promises';

/** A kind of file by how it is called, what its sender says that it is, and how it begins. */
interface UploadKind {
  readonly endings: readonly string[];
  readonly isType: (type: string) => boolean;
  /** What is in it is looked at by whoever reads it; here only what it cannot be. */
  readonly mayBegin: (head: Buffer) => boolean;
}

/** Browsers say this of what they do not know. */
const unknown = 'application/octet-stream';
const isZip = (head: Buffer) => head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
const among =
  (...types: readonly string[]) =>
  (type: string) =>
    type === unknown || types.includes(type);

const kinds: readonly UploadKind[] = [
  {
    endings: ['xlsx'],
    isType: among('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
    mayBegin: (head) => head.length === 0 || isZip(head),
  },
  {
    endings: ['csv', 'txt'],
    // Where Excel is installed, browsers say its type of a CSV file.
    isType: among('text/csv', 'text/plain', 'application/vnd.ms-excel'),
    mayBegin: (head) => !isZip(head),
  },
  { endings: ['xls'], isType: among('application/vnd.ms-excel'), mayBegin: (head) => !isZip(head) },
  {
    endings: ['wav', 'mp3', 'ogg', 'oga', 'opus', 'm4a'],
    isType: (type) => type === unknown || type.startsWith('audio/') || ['application/ogg', 'video/ogg'].includes(type),
    mayBegin: (head) => !isZip(head),
  },
  {
    endings: ['pdf'],
    isType: among('application/pdf'),
    mayBegin: (head) => head.subarray(0, 5).toString() === '%PDF-',
  },
  {
    endings: ['jpg', 'jpeg'],
    isType: among('image/jpeg'),
    mayBegin: (head) => head.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff)),
  },
  {
    endings: ['png'],
    isType: among('image/png'),
    mayBegin: (head) => head.subarray(0, 8).equals(Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
  },
];

/** Why a file is not what it is called or said to be, in words for who brought it; undefined where all agree. */
export async function disagreement(file: {
  readonly name: string;
  readonly contentType: string;
  readonly path: string;
}): Promise<string | undefined> {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase();
  const kind = kinds.find(({ endings }) => ending !== undefined && endings.includes(ending));
  if (kind === undefined) return 'Tên tệp phải có đuôi nói đúng loại tệp, như .xlsx, .csv hay .mp3';
  if (!kind.isType(file.contentType)) return `Tệp mang đuôi .${ending} nhưng được gửi như một loại tệp khác`;
  return kind.mayBegin(await headOf(file.path))
    ? undefined
    : `Tệp mang đuôi .${ending} nhưng nội dung là loại khác: hãy đặt lại đúng tên`;
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
  return buffer.subarray(0, bytesRead);
}
