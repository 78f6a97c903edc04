import { inflateSync } from 'node:zlib';

/** What stands on the pages of a PDF whose fonts say which letters their glyphs are, a text for each time that something was written. */
export function pdfText(bytes: Buffer): string[] {
  const file = bytes.toString('latin1');
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body] as const),
  );
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? '';
    const start = body.indexOf('stream\n');
    if (start < 0) return '';
    const raw = Buffer.from(body.slice(start + 'stream\n'.length, body.lastIndexOf('\nendstream')), 'latin1');
    return body.includes('/FlateDecode') ? inflateSync(raw).toString('latin1') : raw.toString('latin1');
  };
  const letters = new Map<string, readonly string[]>();
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
      if (map !== undefined) letters.set(name, lettersIn(streamOf(map)));
    }
  }
  return [...objects.values()].flatMap((body) => {
    const contents = /\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R|\/Contents (\d+) 0 R/.exec(body);
    const id = contents?.[1] ?? contents?.[2];
    return id === undefined ? [] : written(streamOf(id), letters);
  });
}

/** By the number of the glyph. */
const lettersIn = (map: string): string[] =>
  [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f\s]*)>/gi)].map(([, units = '']) =>
      String.fromCharCode(...(units.replace(/\s/g, '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
    ),
  );

function written(content: string, letters: ReadonlyMap<string, readonly string[]>): string[] {
  let font: readonly string[] = [];
  const texts: string[] = [];
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = letters.get(name) ?? [];
    else if (glyphs !== undefined) {
      const ids = [...glyphs.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      texts.push(ids.map((id) => font[Number.parseInt(id, 16)] ?? '?').join(''));
    }
  }
  return texts;
}
