/** Area codes of before 2017, without their 0, and those in their place (plan 2036/QĐ-BTTTT). What stayed as it was is not here. */
export const areasOf2017: Readonly<Record<string, string>> = {
  4: '24',
  8: '28',
  20: '214',
  22: '212',
  25: '205',
  26: '206',
  27: '207',
  29: '216',
  30: '229',
  31: '225',
  33: '203',
  36: '227',
  37: '237',
  38: '238',
  39: '239',
  52: '232',
  53: '233',
  54: '234',
  55: '255',
  56: '256',
  57: '257',
  58: '258',
  59: '269',
  60: '260',
  61: '251',
  62: '252',
  63: '263',
  64: '254',
  66: '276',
  67: '277',
  68: '259',
  70: '270',
  72: '272',
  73: '273',
  74: '294',
  75: '275',
  76: '296',
  77: '297',
  79: '299',
  230: '215',
  231: '213',
  240: '204',
  241: '222',
  280: '208',
  281: '209',
  320: '220',
  321: '221',
  350: '228',
  351: '226',
  500: '262',
  501: '261',
  510: '235',
  511: '236',
  650: '274',
  651: '271',
  710: '292',
  711: '293',
  780: '290',
  781: '291',
};

/** A landline's national number as it is now, of one with an area code of before 2017; the 0 is in neither. */
export function renumberedArea(digits: string): string | undefined {
  for (const length of [3, 2, 1]) {
    const now = areasOf2017[digits.slice(0, length)];
    const own = digits.slice(length);
    // Hà Nội and Hồ Chí Minh had eight digits of their own, all others seven; none began with 0 or 1.
    if (now !== undefined && own.length === (length === 1 ? 8 : 7) && /^[2-9]/.test(own)) return now + own;
  }
  return undefined;
}
