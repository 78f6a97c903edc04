/** Who is to be invited, one a line: `Nguyễn Thị Lan <lan@acme.vn>`, `Lan, lan@acme.vn`, or the address alone. */
export function guestsIn(text: string): { name: string; email: string }[] {
  return text
    .split(/[\n;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const email = /[^\s<>,\t]+@[^\s<>,\t]+/.exec(line)?.[0];
      if (email === undefined) return { name: '', email: line };
      const name = line
        .replace(email, '')
        .replace(/[<>"]/g, '')
        .replace(/^[\s,\t]+|[\s,\t]+$/g, '');
      return { name, email };
    });
}
