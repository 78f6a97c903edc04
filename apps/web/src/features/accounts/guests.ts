interface Guest {
  readonly name: string;
  readonly email: string;
}

/**
 * Who is to be invited: `Nguyễn Thị Lan <lan@acme.vn>`, `Lan, lan@acme.vn`, or the address alone, one a line, or several in a line
 * as programs for letters copy them.
 */
export const guestsIn = (text: string): Guest[] =>
  text
    .split(/[\n;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap(guestsOf);

function guestsOf(line: string): Guest[] {
  const addresses = [...line.matchAll(/[^\s<>,\t]+@[^\s<>,\t]+/g)];
  const [only, second] = addresses;
  if (only === undefined) return [{ name: '', email: line }];
  // Of one address alone the name may stand behind it.
  if (second === undefined) return [{ name: nameIn(line.replace(only[0], '')), email: only[0] }];
  return addresses.map(({ 0: email, index }, at) => {
    const before = addresses[at - 1];
    const from = before === undefined ? 0 : before.index + before[0].length;
    return { name: nameIn(line.slice(from, index)), email };
  });
}

const nameIn = (text: string): string => text.replace(/[<>"]/g, '').replace(/^[\s,\t]+|[\s,\t]+$/g, '');
