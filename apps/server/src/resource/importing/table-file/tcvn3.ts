/** TCVN 5712:1993 VN3, the letters of the old ".VnTime" fonts, from A1 on; what is a dot here is no letter there. */
const letters = 'ĂÂÊÔƠƯĐăâêôơưđ......àảãáạ.ằẳẵắ.......ặầẩẫấậè.ẻẽéẹềểễếệìỉ...ĩíịò.ỏõóọồổỗốộờởỡớợù.ủũúụừửữứựỳỷỹýỵ.';

/** A text that was written for these fonts and read as Windows has it for western Europe. */
export function fromTcvn3(text: string): string {
  const meant = text.replace(/[\u00A1-\u00FE]/g, (sign) => {
    const letter = letters[sign.charCodeAt(0) - 0xa1];
    return letter === undefined || letter === '.' ? sign : letter;
  });
  return meant.replace(/\p{L}+/gu, inCapitals);
}

/** Its capitals are a font of their own: of a word in capitals the accented letters come out small. "Hà" cannot be told from "HÀ". */
const inCapitals = (word: string) =>
  (word.match(/\p{Lu}/gu) ?? []).length > 1 && !/[a-z]/.test(word) ? word.toUpperCase() : word;

/** Those of its letters that are signs and no letters as Windows has it: `µ` and `¸` are the commonest, `à` and `á`. */
const signs = Array.from({ length: 0xbf - 0xa1 }, (_, at) =>
  letters[at] === '.' ? '' : String.fromCharCode(0xa1 + at),
).join('');
const inWords = new RegExp(`(?<=[a-z])[${signs}]|[${signs}](?=[a-z])|[\\u0080-\\u00A0\\u00BF-\\uFFFF]`, 'gi');

/** Whether such signs stand inside words; nobody writes them there otherwise. */
export function isTcvn3(text: string): boolean {
  let [within, others] = [0, 0];
  for (const [sign] of text.matchAll(inWords)) {
    if (signs.includes(sign)) within += 1;
    else others += 1;
  }
  return within > 0 && within * 8 >= others;
}
