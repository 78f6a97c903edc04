/**
 * A number as people dial it, in groups that can be read out: `0901 234 567`, `028 7300 1234`, `0236 730 0123`, `1900 1234`: as `formatPhone`
 * does it, and what is masked is grouped the same way. Extensions and anything of another shape stay as they are.
 */
export function groupedPhone(written: string): string {
  const number = asDialled(written);
  if (/^1[89]00[\d*]{2,}$/.test(number))
    return number.length === 10 ? inThrees(number) : `${number.slice(0, 4)} ${number.slice(4)}`;
  if (!/^0[\d*]{7,12}$/.test(number)) return number;
  // Only Hà Nội and Hồ Chí Minh City have area codes of two digits behind the nought.
  if (/^02[48]/.test(number)) return `${number.slice(0, 3)} ${pairsOfFour(number.slice(3))}`;
  return inThrees(number);
}

const inThrees = (number: string) => `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`.trim();

const asDialled = (number: string) =>
  number.replace(/^\+?84(?=1[89]00[\d*]{2,})/, '').replace(/^\+?84(?=[\d*]{8,})/, '0');

const pairsOfFour = (digits: string) => digits.replace(/([\d*]{4})(?=[\d*])/g, '$1 ');
