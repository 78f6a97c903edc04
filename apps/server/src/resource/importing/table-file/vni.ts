/** VNI of Windows: a letter of two signs, the second of which says what is above it; few have one sign of their own. */
const bases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a: {
    ù: 'á',
    ø: 'à',
    û: 'ả',
    õ: 'ã',
    ï: 'ạ',
    ê: 'ă',
    é: 'ắ',
    è: 'ằ',
    ú: 'ẳ',
    ü: 'ẵ',
    ë: 'ặ',
    â: 'â',
    á: 'ấ',
    à: 'ầ',
    å: 'ẩ',
    ã: 'ẫ',
    ä: 'ậ',
  },
  e: { ù: 'é', ø: 'è', û: 'ẻ', õ: 'ẽ', ï: 'ẹ', â: 'ê', á: 'ế', à: 'ề', å: 'ể', ã: 'ễ', ä: 'ệ' },
  o: { ù: 'ó', ø: 'ò', û: 'ỏ', õ: 'õ', ï: 'ọ', â: 'ô', á: 'ố', à: 'ồ', å: 'ổ', ã: 'ỗ', ä: 'ộ' },
  ô: { ù: 'ớ', ø: 'ờ', û: 'ở', õ: 'ỡ', ï: 'ợ' },
  u: { ù: 'ú', ø: 'ù', û: 'ủ', õ: 'ũ', ï: 'ụ' },
  ö: { ù: 'ứ', ø: 'ừ', û: 'ử', õ: 'ữ', ï: 'ự' },
  y: { ù: 'ý', ø: 'ỳ', û: 'ỷ', õ: 'ỹ' },
};
const singles: Readonly<Record<string, string>> = { ô: 'ơ', ö: 'ư', ñ: 'đ', æ: 'ỉ', ó: 'ĩ', ò: 'ị', î: 'ỵ' };
const signs = /([aeoôuöy])([ùøûõïêéèúüëâáàåãä])|[ôöñæóòî]/gi;

/** A text that was written for VNI's fonts and read as Windows has it for western Europe. */
export const fromVni = (text: string): string =>
  text.normalize('NFC').replace(signs, (both: string, base: string | undefined, above: string | undefined) => {
    const pair = base === undefined ? undefined : bases[base.toLowerCase()]?.[(above ?? '').toLowerCase()];
    const meant = pair ?? `${single(both[0] ?? '')}${both.slice(1)}`;
    const isCapital = both[0] !== both[0]?.toLowerCase();
    return pair !== undefined && isCapital ? pair.toUpperCase() : meant;
  });

function single(sign: string): string {
  const letter = singles[sign.toLowerCase()];
  if (letter === undefined) return sign;
  return sign === sign.toLowerCase() ? letter : letter.toUpperCase();
}

/** `oà`, `oá` and `oã` are written in today's letters, too, as in "Hoà". */
const today = /^o[áàã]$/i;

/** Whether letters stand together that stand together in no language here: `eã`, `aê`, `öù`. Some names of others have one of them. */
export function isVni(text: string): boolean {
  let pairs = 0;
  for (const [both, base = '', above = ''] of text.normalize('NFC').matchAll(signs)) {
    if (!today.test(both) && bases[base.toLowerCase()]?.[above.toLowerCase()] !== undefined) pairs += 1;
  }
  return pairs >= 2;
}
